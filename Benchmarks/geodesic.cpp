// Geodesics by GeographicLib, for Almanac to be measured beside.
//   geodesic pairs FILE   writes pairs of places with what GeographicLib finds between them
//   geodesic rate FILE    measures how many of them it finds in a second
#include <GeographicLib/Geodesic.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <random>
#include <vector>

using GeographicLib::Geodesic;

struct Pair {
  double latitude1, longitude1, latitude2, longitude2, metres, azimuth1, azimuth2;
};

static void measure(Pair& pair) {
  Geodesic::WGS84().Inverse(pair.latitude1, pair.longitude1, pair.latitude2, pair.longitude2,
                            pair.metres, pair.azimuth1, pair.azimuth2);
}

/// Half of the pairs anywhere, the others where geodesics are hard.
static Pair choose(int number, std::mt19937_64& random) {
  auto chance = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  double small = std::pow(10, chance(-9, 0));
  double latitude = chance(-90, 90), longitude = chance(-180, 180);
  Pair pair{latitude, longitude, chance(-90, 90), chance(-180, 180), 0, 0, 0};
  switch (number % 12) {
    case 0:  // nearly antipodal
      pair.latitude2 = std::clamp(-latitude + chance(-1, 1) * small, -90.0, 90.0);
      pair.longitude2 = longitude + (longitude > 0 ? -180 : 180) + chance(-1, 1) * small;
      pair.longitude2 = std::clamp(pair.longitude2, -180.0, 180.0);
      break;
    case 1:  // about a pole, or about both
      pair.latitude1 = 90 - small;
      pair.latitude2 = (number % 24 < 12 ? 1 : -1) * (90 - std::pow(10, chance(-9, 0)));
      break;
    case 2:  // along a meridian
      pair.longitude2 = number % 24 < 12 ? longitude : longitude + (longitude > 0 ? -180 : 180);
      break;
    case 3:  // along the equator, or nearly
      pair.latitude1 = number % 24 < 12 ? 0 : chance(-1, 1) * small;
      pair.latitude2 = number % 24 < 12 ? 0 : chance(-1, 1) * small;
      break;
    case 4:  // short
      pair.latitude2 = std::clamp(latitude + chance(-1, 1) * small, -90.0, 90.0);
      pair.longitude2 = std::clamp(longitude + chance(-1, 1) * small, -180.0, 180.0);
      break;
    case 5:  // of one latitude, or of opposite ones
      pair.latitude2 = number % 24 < 12 ? latitude : -latitude;
      break;
    default: break;
  }
  return pair;
}

int main(int count, char** arguments) {
  if (count != 3) return 2;
  if (!std::strcmp(arguments[1], "pairs")) {
    std::mt19937_64 random(1);
    std::ofstream file(arguments[2], std::ios::binary);
    for (int number = 0; number < 100000; number++) {
      Pair pair = choose(number, random);
      measure(pair);
      file.write(reinterpret_cast<const char*>(&pair), sizeof pair);
    }
    return file ? 0 : 1;
  }
  std::ifstream file(arguments[2], std::ios::binary);
  std::vector<Pair> pairs;
  for (Pair pair; file.read(reinterpret_cast<char*>(&pair), sizeof pair);) pairs.push_back(pair);
  double best = 0;
  for (int turn = 0; turn < 3; turn++) {
    std::clock_t start = std::clock();  // of this process alone: others may be at work
    for (Pair& pair : pairs) measure(pair);
    double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    best = std::max(best, pairs.size() / seconds);
  }
  std::printf("geographiclib.inverse_per_s %.0f 1/s\n", best);
  return 0;
}
