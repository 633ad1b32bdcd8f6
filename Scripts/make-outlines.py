#!/usr/bin/env python3
"""Makes share/outlines/*.outlines, the land and borders of the map, from Natural Earth (public domain).

    apt-get download r-cran-rnaturalearthdata && dpkg -x r-cran-rnaturalearthdata_*.deb /tmp/outlines
    python3 -m venv /tmp/outlines/venv
    /tmp/outlines/venv/bin/pip install -r Scripts/requirements-outlines.txt
    /tmp/outlines/venv/bin/python Scripts/make-outlines.py /tmp/outlines

The argument is the folder that Debian's package was unpacked in: it holds the countries at 1:110 m and
1:50 m. The same package makes the same bytes.

R keeps them in a lazy-load database of LZMA pieces, which pyreadr does not open; rdata reads the pieces.
Coasts and borders are told apart by their edges: an edge of one country is a coast, an edge of two is a
border. So a border is drawn once, and no seam shows between two countries.

The format (Notes/map.md has it too), all numbers LEB128: units per degree; then the rings of land; then the
lines of borders. Each group is a count, and for each of its lines a count of points and those points, as
differences of longitude and latitude from the point before, zigzag encoded. Longitudes run on over 180, so that
no coast is cut there. Antarctica alone winds around the whole Earth: it ends a turn from where it began, less one
step, and its inside is what lies south of it.
"""

import gzip
import lzma
import struct
import sys
import warnings
from collections import defaultdict
from pathlib import Path

import rdata

ROOT = Path(__file__).resolve().parents[1]
# Scale: units per degree, and how many units a point may stray when others are left out.
SCALES = {"110": (50, 1.0), "50": (200, 0.5)}


def pieces(folder):
    """The database's objects by name, still serialized."""
    base = next(Path(folder).rglob("rnaturalearthdata/data/Rdata.rdx"))
    index = rdata.conversion.convert(rdata.parser.parse_data(gzip.decompress(base.read_bytes())))
    database = base.with_suffix(".rdb").read_bytes()
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 6}]
    for name, (start, length) in index["variables"].items():
        piece = database[start : start + length]
        (size,) = struct.unpack(">I", piece[:4])
        decompressor = lzma.LZMADecompressor(format=lzma.FORMAT_RAW, filters=filters)
        yield str(name), lambda d=decompressor, p=piece, n=size: d.decompress(p[5:], n)


def attributes(item):
    """An R object's attributes by name: R keeps them in a linked list."""
    found, rest = {}, item.attributes
    while rest is not None and rest.tag is not None:
        tag = rest.tag.referenced_object or rest.tag
        found[tag.value.value.decode()] = rest.value[0]
        rest = rest.value[1] if len(rest.value) > 1 else None
    return found


def rings(data, units):
    """Every ring of every country, in whole units; longitudes 0...360, so that 180 is no seam."""
    countries = attributes(rdata.parser.parse_data(data).object)["polygons"].value
    for country in countries:
        for polygon in attributes(country)["Polygons"].value:
            numbers = attributes(polygon)["coords"].value
            half = len(numbers) // 2
            ring = [
                (round(float(x) * units) % (360 * units), round(float(y) * units))
                for x, y in zip(numbers[:half], numbers[half:])
            ]
            ring = [point for point, last in zip(ring, [None] + ring) if point != last]
            if len(ring) > 3:
                yield ring


def split(all_rings, units):
    """The directed edges of coasts and the edges of borders, without those where the source cuts the world."""
    seam, pole = 180 * units, -90 * units
    edges = {
        (a, b) for ring in all_rings for a, b in zip(ring, ring[1:])
        if not (a[0] == b[0] == seam or a[1] == b[1] == pole)
    }
    coasts = {(a, b) for a, b in edges if (b, a) not in edges}
    borders = {(a, b) for a, b in edges if (b, a) in edges and a < b}
    return coasts, borders


def unrolled(line, turn):
    """A line without jumps between 360 and 0, beginning in -180...180."""
    x = (line[0][0] + turn // 2) % turn - turn // 2
    last, out = line[0][0], []
    for px, y in line:
        x += (px - last + turn // 2) % turn - turn // 2
        last = px
        out.append((x, y))
    return out


def closed(coasts):
    """Directed edges joined to rings."""
    onward = defaultdict(list)
    for a, b in sorted(coasts):
        onward[a].append(b)
    for start in sorted(onward):
        while onward[start]:
            ring, here = [start], start
            while onward[here]:
                here = onward[here].pop()
                ring.append(here)
                if here == start:
                    break
            if ring[0] == ring[-1] and len(ring) > 3:
                yield ring
            else:
                print(f"left out: {len(ring)} points that do not close, from {ring[0]} to {ring[-1]}")


def lines(borders, nodes):
    """Edges joined to lines that end where three meet or at a coast."""
    beside = defaultdict(set)
    for a, b in borders:
        beside[a].add(b)
        beside[b].add(a)
    ends = {point for point, others in beside.items() if len(others) != 2 or point in nodes}
    for start in sorted(ends) + sorted(beside):
        while beside[start]:
            line, here = [start], start
            while beside[here]:
                following = min(beside[here])
                beside[here].discard(following)
                beside[following].discard(here)
                line.append(following)
                here = following
                if here in ends:
                    break
            yield line


def simplified(line, pinned, tolerance):
    """Douglas and Peucker's line, with some points kept; never fewer than a triangle's."""
    keep = sorted({0, len(line) - 1, *pinned})
    if line[0] == line[-1] and len(keep) == 2:
        x, y = line[0]
        far = max(range(len(line)), key=lambda i: (line[i][0] - x) ** 2 + (line[i][1] - y) ** 2)
        keep = sorted({*keep, far})
    spans, kept = list(zip(keep, keep[1:])), set(keep)
    while spans:
        first, last = spans.pop()
        distance, middle = max(
            ((away(line[i], line[first], line[last]), i) for i in range(first + 1, last)),
            default=(0, first),
        )
        if distance > tolerance:
            kept.add(middle)
            spans += [(first, middle), (middle, last)]
    return [line[index] for index in sorted(kept)]


def away(point, start, end):
    """How far a point is from a segment."""
    (px, py), (ax, ay), (bx, by) = point, start, end
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = 0 if length == 0 else max(0, min(1, ((px - ax) * dx + (py - ay) * dy) / length))
    return ((px - ax - along * dx) ** 2 + (py - ay - along * dy) ** 2) ** 0.5


def varint(number):
    """A number as LEB128."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return out


def written(group):
    """A group of lines in the format."""
    out, x, y = varint(len(group)), 0, 0
    for line in group:
        out += varint(len(line))
        for px, py in line:
            for step in (px - x, py - y):
                out += varint(step << 1 if step >= 0 else (-step << 1) - 1)
            x, y = px, py
    return out


def made(data, units, tolerance):
    """A whole file."""
    turn = 360 * units
    coasts, borders = split(rings(data, units), units)
    ends = {point for edge in borders for point in edge}
    shores = {point for edge in coasts for point in edge}
    land, inner = [], []
    for ring in closed(coasts):
        pinned = {at for at, point in enumerate(ring) if point in ends}
        ring = simplified(unrolled(ring, turn), pinned, tolerance)[:-1]
        if len(ring) > 2:
            land.append(ring)
    for line in lines(borders, shores):
        inner.append(simplified(unrolled(line, turn), set(), tolerance))
    print(f"{sum(map(len, land))} points of land, {sum(map(len, inner))} of borders")
    return bytes(varint(units) + written(land) + written(inner))


def main():
    warnings.simplefilter("ignore")
    folder = ROOT / "share" / "outlines"
    folder.mkdir(exist_ok=True)
    found = dict(pieces(sys.argv[1]))
    for scale, (units, tolerance) in SCALES.items():
        data = made(found[f"countries{scale}"](), units, tolerance)
        (folder / f"world-{scale}.outlines").write_bytes(data)
        print(f"world-{scale}.outlines: {len(data)} bytes")


main()
