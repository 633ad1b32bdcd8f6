"""Stations by chance for the measurements of search: names as railways have them, and their keywords."""
import random

BEGINNINGS = """bia bie bo brze bu chmie cho cze dą dęb dro gdy gli gło gnie go gra gru ja ja ję ka kato ki klu
ko kra kro ku le li lu ła łę ło ma mie mło mo my na nie no nowo o ol os pa pia pie pło po pru prze psz ra ro ru
rze sa sie sko sła so sta stu su sza szcze szy śre świe ta to tu ty wa war wą wie wil wło wo wro wy za za zam zbą
zie zło żni żu że""".split()
MIDDLES = """be bi bo bu ce cho cie cze czy da do dzi dzie ga gie go gró ja je ka ki ko le li lo lu ła ma mi mo
na ne nia nie no no pa pi po ra ro ry rze sa si sko so sta sze szy ta te to wa we wi wo za zi zo ża""".split()
ENDINGS = """bork brzeg bród ce chów cin czyn dów dzisz dź gard góra gród jewo ków la le lin lów miasto min mir
nia nica nice niew nik no nów ówka owa owice owo ówko pol rów rsk ry rz ska sko sław ślaw stok szów szyn tów tyn wa
wek wice wiec wola wy zno źnia""".split()
PARTS = """Główny Główna Centralna Wschodni Wschodnia Zachodni Zachodnia Północny Południowy Miasto Fabryczna
Osobowa Gdańska Towarowa Przystanek Dworzec Stadion Lotnisko Nowy Stary Górny Dolny Plac Las Port""".split()
FIRSTS = ["Nowy", "Nowa", "Stary", "Stara", "Wielki", "Mały", "Górny", "Dolna", "Biała", "Święty"]


def town(chance):
    middle = chance.choice(MIDDLES) if chance.random() < 0.45 else ""
    return (chance.choice(BEGINNINGS) + middle + chance.choice(ENDINGS)).capitalize()


def stations(count, keywords, seed=1):
    """`count` stations, each with its name and its keywords, the most important first."""
    chance = random.Random(seed)
    towns = [town(chance) for _ in range(count * 2 // 3)]
    for number in range(count):
        place = towns[int(chance.paretovariate(0.6)) % len(towns)] if chance.random() < 0.3 else towns[
            chance.randrange(len(towns))]
        name = f"{chance.choice(FIRSTS)} {place}" if chance.random() < 0.12 else place
        if chance.random() < 0.35:
            name += " " + chance.choice(PARTS)
        if chance.random() < 0.05:
            name += f" {chance.randrange(1, 90)}"
        others = [name] + [f"{town(chance)} {chance.choice(PARTS)}" if chance.random() < 0.5 else town(chance)
                           for _ in range(keywords // count - 1)]
        yield [name] + others


def queries(texts, each, seed=2):
    """`each` prefixes of names of every length from 1 to 6, whole words, two words, parts and slips."""
    chance = random.Random(seed)
    for length in range(1, 7):
        for _ in range(each):
            yield f"prefix{length}", chance.choice(chance.choice(texts))[:length].strip()
    for _ in range(each):
        name = chance.choice(chance.choice(texts))
        yield "whole", name
        yield "words", " ".join(word[:3] for word in reversed(name.split()))
        yield "inside", name[2:6].strip()
        place = chance.randrange(max(len(name) - 1, 1))
        yield "typo", name[:place] + name[place + 1:place + 2] + name[place:place + 1] + name[place + 2:]


def write(folder, count, keywords, each):
    """Writes `documents` and `queries` into a folder."""
    texts = list(stations(count, keywords))
    (folder / "documents").write_text("".join("\t".join(line) + "\n" for line in texts))
    asked = [line for line in queries(texts, each) if line[1]]
    (folder / "queries").write_text("".join("\t".join(line) + "\n" for line in asked))
