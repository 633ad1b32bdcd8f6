"""Made-up input of the shape that the real one has, where the real one is not at hand.

No value is copied: names are syllables, numbers come from a seed. What it costs to read is the same:
as many rows, the same columns and types, as many cells empty, quoted and beyond ASCII.
"""
import csv
import pathlib
import random

ROWS = 45_716
FELL, RELICT = 1_107, 75
NO_MASS, NO_YEAR, NO_PLACE, NOWHERE = 131, 291, 7_315, 6_214
COLUMNS = ["name", "id", "nametype", "recclass", "mass (g)", "fall", "year", "reclat", "reclong",
           "GeoLocation"]
SYLLABLES = ["al", "ber", "cor", "dun", "el", "fa", "gor", "hal", "is", "ka", "lu", "mon", "ni", "or",
             "pa", "qu", "ra", "so", "ta", "ul", "ve", "yar", "zi", "ńa", "łę", "ü", "é"]
CLASSES = ["L6", "H5", "L5", "H6", "H4", "LL5", "LL6", "L4", "H4/5", "CM2", "Iron, IIIAB", "Eucrite-mmict",
           "Iron, ungrouped", "CO3.3", "Ureilite", "Howardite", "Pallasite, PMG", "EH4"]


def meteorites(folder, seed=1, rows=ROWS):
    """Writes `meteorites.csv` into a folder; gives its path and what is in it, in a sentence."""
    dice = random.Random(seed)
    path = pathlib.Path(folder) / "meteorites.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    odd = {what: set(dice.sample(range(rows), count * rows // ROWS)) for what, count in {
        "fell": FELL, "relict": RELICT, "mass": NO_MASS, "year": NO_YEAR, "place": NO_PLACE}.items()}
    placed = [row for row in range(rows) if row not in odd["place"]]
    odd["nowhere"] = set(dice.sample(placed, NOWHERE * rows // ROWS))
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        ids = sorted(dice.sample(range(1, 57_500), rows))
        writer.writerows(row(number, ids[number], odd, dice) for number in range(rows))
    return path, f"{rows} made-up rows of the shape of meteorites.csv, seed {seed}"


def row(number, id, odd, dice):
    """One row; a tenth of the names have a number or a part in brackets."""
    name = "".join(dice.choices(SYLLABLES, k=dice.randint(2, 4))).capitalize()
    name += dice.choices(["", f" {number:05}", " (stone)", " Hills"], weights=[5, 4, 1, 2])[0]
    place = ("", "", "")
    if number in odd["nowhere"]:
        place = ("0.000000", "0.000000", "(0.0, 0.0)")
    elif number not in odd["place"]:
        latitude, longitude = round(dice.uniform(-87, 81), 5), round(dice.uniform(-165, 178), 5)
        place = (f"{latitude:.6f}", f"{longitude:.6f}", f"({latitude}, {longitude})")
    mass = "" if number in odd["mass"] else f"{dice.lognormvariate(3.4, 2.4):.6g}"
    return [f"{name} {id}", id, "Relict" if number in odd["relict"] else "Valid", dice.choice(CLASSES), mass,
            "Fell" if number in odd["fell"] else "Found",
            "" if number in odd["year"] else dice.randint(1800, 2013), *place]
