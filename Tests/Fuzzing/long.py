"""Long inputs for the targets, each of a shape on which careless code takes quadratic time."""


def inputs(size):
    """The long inputs of each target, of about so many bytes each, by name."""
    def filled(unit, size=size):
        unit = unit if isinstance(unit, bytes) else unit.encode()
        return unit * (size // len(unit))

    def numbered(form, size=size):
        """Texts that differ by a number, up to a size."""
        parts, length = [], 0
        while length < size:
            parts.append((form % len(parts)).encode())
            length += len(parts[-1])
        return parts

    def record(*members):
        return b'[{"id":"a",' + b",".join(members) + b"}]"

    marks = "a" + "\u0301\u0327" * (size // 8)
    return {
        "json": {
            "one key again and again": record(*[b'"x":1'] * (size // 6)),
            "one declared key again and again": record(*[b'"text":{"a":1}'] * (size // 15)),
            "many keys": record(*numbered('"%d":1')),
            "many records": b"[" + b",".join(numbered('{"id":"%d","integer":1}')) + b"]",
            "one id again and again": b"[" + b",".join([b'{"id":"a"}'] * (size // 11)) + b"]",
            "one string": record(b'"text":"' + filled("x") + b'"'),
            "one string of escapes": record(b'"text":"' + filled("\\u00e9") + b'"'),
            "one link": record(b'"link":"' + filled("a.") + b'b/"'),
            "one number": record(b'"number":' + filled("9") + b'.5e-3'),
            "one fraction": record(b'"number":0.' + filled("3")),
            "one list": record(b'"list":[' + b",".join(numbered('"%d"')) + b"]"),
            "one place": record(b'"point":"' + filled("(") + b')"'),
            "a key of marks": ('[{"id":"%s"},{"id":"%s"}]' % (marks, marks)).encode(),
            "a text of marks": ('[{"id":"a","text":"%s"}]' % marks).encode(),
            "brackets": filled("["),
            "lists in lists": filled("[" * 300 + "]" * 300 + ",", size),
            "objects in objects": b"[" + filled('{"a":' * 300 + "1" + "}" * 300 + ",") + b'{"id":1}]',
            "a page of titles": b"<html>" + filled("<title"),
            "a page of title starts": b"<html>" + filled("<title>" + "x" * 60),
            "many errors": b'{"errors":[' + b",".join([b'{"message":"m"}'] * (size // 16)) + b"]}",
            "many columns": b'{"meta":{"view":{"columns":['
            + b",".join(numbered('{"fieldName":"%d"}')) + b']}},"data":[[1]]}',
        },
        "paths": {
            "one part again and again": b'n{"data":{"items":[{"id":"x",' + filled('"a":{"b":1,"n":[2]},')
            + b'"l":[]}]}}',
            "long lists": b'n{"data":{"items":[{"id":"x","l":[' + filled('{"n":"m"},') + b"1]}]}}",
            "one path again and again": b'n{"data":{' + filled('"items":[{"id":"x"}],') + b'"items":[]}}',
        },
        "csv": {
            "one name for every column": b",id," + filled("x,") + b"x\na,b\n",
            "no name for any column": b",id" + filled(",") + b"\na,b\n",
            "many columns": b",id," + b",".join(numbered("c%d")) + b"\na,b\n",
            "one name in many cases": b",id," + filled("Text,tExt,teXt,texT,") + b"x\na,b\n",
            "many rows": b",id,text\n" + b"\n".join(numbered('%d,"x"')) + b"\n",
            "open quotes": b",id\n" + filled('a,"\n'),
            "doubled quotes": b",id,text\na,\"" + filled('""') + b'"\n',
            "blank rows": b",id\n" + filled(",,\n"),
            "returns": b",id" + filled("\r"),
        },
        "partners": {
            "many of one": b"m[" + b",".join([b'{"of":1,"take":"a"}'] * (size // 20)) + b']\0[{"id":1}]',
            "one of many": b"o[" + b",".join(numbered('{"of":%d,"text":"a"}')) + b"]\0["
            + b",".join(numbered('{"id":%d}')) + b"]",
        },
        "events": {
            "empty data": b"e\xff\x1f" + filled("data:\n"),
            "short lines": b"e\xff\x1f" + filled("a\r"),
            "one line": b"l\xff\x1f" + filled("x"),
            "events": b'e\xff\x1f' + filled('data: {"id":"a"}\n\n', size // 4),
        },
        "scanner": {"one string": b'"' + filled("x") + b'"', "brackets": filled("["),
                    "members": b"{" + filled('"a":{"b":1},') + b'"l":[]}'},
        "numbers": {"digits": filled("7"), "zeros": filled("0"), "groups": b"1" + filled(",000"),
                    "fraction": b"0." + filled("0") + b"1", "power": b"1e" + filled("9")},
        "dates": {"fraction": b"2024-02-29T14:05:09." + filled("9")},
        "text": {"marks": marks.encode(), "letters": filled("Łódź "), "spaces": filled("  \u3000"),
                 "malformed": filled(b"\xf0\x9f\x98"), "expanding": filled("ﬃ")},
        "cachecontrol": {"commas": filled(","), "quotes": filled('"'), "ages": filled("max-age=1,"),
                         "lines": filled("Cache-Control: a\n", size // 8)},
        "httpdate": {"spaces": filled(" "), "words": filled("Nov "), "digits": filled("9"),
                     "colons": filled(":")},
        "vary": {"names": b"Vary: " + b",".join(numbered("a%d", size // 16)) + b"\n\n",
                 "lines": filled("Vary: a\n", size // 16)},
        "validators": {"tags": filled("ETag: W/\n", size // 8)},
        "redirect": {"dots": filled("../"), "slashes": filled("/"), "name": b"http://" + filled("a."),
                     "escapes": b"/" + filled("%2e"), "questions": filled("?a=b&")},
        "address": {"colons": filled(":"), "name": b"http://" + filled("a."), "digits": filled("1")},
    }
