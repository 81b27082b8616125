"""Files of arrays as NumPy and others write them: every number is read, or there is one clear line."""

import csv
import io
import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import BUILD, PROGRAM, SANITIZED, Report  # noqa: E402

DUMP = os.path.join(BUILD, "tests", "dump_arrays")
report = Report("arrays")
random = np.random.default_rng(7)


class Told:
    """What dump says of one file: its arrays by their names, or a fault."""

    def __init__(self, text):
        self.text, self.arrays, self.fault = text, {}, None
        for line in text.splitlines():
            head, colon, numbers = line.partition("): ") if "): " in line else line.partition("):")
            if not colon or " (" not in head:
                self.fault = text.strip()
                return
            about, shape = head.rsplit(" (", 1)
            name, kind, digits = about.rsplit(" ", 2)
            shape = tuple(int(size) for size in shape.split(",") if size.strip())
            words = numbers.split(" ")
            count = int(np.prod(shape))
            values = np.array([float(word) for word in words[:count]] if count else [], dtype="f8")
            self.arrays[name] = values.astype("f4").reshape(shape)
            self.labels = words[count:]

    def only(self):
        return next(iter(self.arrays.values())) if len(self.arrays) == 1 else None


def tell(files, strip=4):
    """Each file's bytes, by its name; what is said of each."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        names, told = list(files), {}
        for start in range(0, len(names), 1000):
            part = names[start:start + 1000]
            run = subprocess.run([DUMP, str(strip), *part], cwd=folder, capture_output=True)
            if run.returncode != 0:
                report.check("dump ends well", False, run.stderr.decode(errors="replace")[:2000])
                return {name: Told("died\n") for name in names}
            for text in run.stdout.decode().split("== ")[1:]:
                name, _, rest = text.partition("\n")
                told[name] = Told(rest)
        return told


def same(told, wanted):
    return told is not None and told.shape == wanted.shape and np.array_equal(told, wanted, equal_nan=True)


def numpy_file(array, version=None):
    data = io.BytesIO()
    np.lib.format.write_array(data, array, version=version)
    return data.getvalue()


def numbers_of(dtype, shape):
    """Ordinary ones and the edges of the type that float32 holds."""
    kind, count = np.dtype(dtype).kind, int(np.prod(shape))
    if kind == "f":
        numbers = random.standard_normal(count) * 10.0 ** random.integers(-6, 5, count)
        numbers[:6] = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-7][:len(numbers[:6])]
    elif kind == "b":
        numbers = random.integers(0, 2, count)
    else:
        about = np.iinfo(dtype)
        numbers = random.integers(about.min, about.max, count, dtype=dtype, endpoint=True)
    return numbers.astype(dtype).reshape(shape)


def check_all(label, files, wanted, strip=4):
    told = tell(files, strip)
    wrong = [name for name in files if not same(told[name].only(), wanted[name])]
    report.check(f"{label}: {len(files)} files", not wrong,
                 f"{len(wrong)}: {[(name, told[name].text[:200]) for name in wrong[:3]]}")


def npy():
    files, wanted = {}, {}
    for dtype in ("f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?"):
        for shape in ((), (1,), (7,), (2, 3), (5, 1), (3, 2, 4), (2, 1, 3, 2)):
            for order in "CF":
                for end in "<>":
                    for version in ((1, 0), (2, 0), (3, 0)):
                        array = np.array(numbers_of(dtype, shape), order=order)
                        array = array.astype(array.dtype.newbyteorder(end), order="K")
                        name = f"{dtype.strip('?')}-{shape}-{order}{ord(end)}-{version[0]}.npy"
                        files[name] = numpy_file(array, version)
                        wanted[name] = array.astype("f4")
    check_all("npy: types, shapes, orders, versions, both ends first", files, wanted)


def npy_large():
    wanted = {"C": random.random((700, 1100)).astype("f4")}
    wanted["F"] = wanted["C"] * 2
    files = {"C": numpy_file(wanted["C"]), "F": numpy_file(np.asfortranarray(wanted["F"].astype("f8")))}
    check_all("npy: larger than a buffer", files, wanted, strip=999)
    deep = random.random((3, 5, 60, 70)).astype("f4")
    check_all("npy: matrices of more axes, the first fastest",
              {"a": numpy_file(np.asfortranarray(deep))}, {"a": deep}, strip=4200)


class Pipe(io.RawIOBase):
    """Somewhere that cannot be gone back in: sums then stand behind the members."""

    def __init__(self):
        self.data = b""

    def writable(self):
        return True

    def write(self, data):
        self.data += bytes(data)
        return len(data)


def archives(arrays):
    made = {}
    for name, save in (("stored", np.savez), ("deflated", np.savez_compressed)):
        data = io.BytesIO()
        save(data, **arrays)
        made[name] = data.getvalue()
    for name, method in (("behind", zipfile.ZIP_DEFLATED), ("behind-stored", zipfile.ZIP_STORED)):
        pipe = Pipe()
        with zipfile.ZipFile(pipe, "w", method) as archive:
            for key, array in arrays.items():
                archive.writestr(key + ".npy", numpy_file(array))
            archive.comment = b"PK\5\6 is no end"
        made[name] = pipe.data
    return made


def npz():
    arrays = {"A": random.random((40, 50)), "e": np.asfortranarray(random.random((9, 8, 7)).astype("f2")),
              "n": np.array(3, dtype=">i4"), "long": np.zeros(100000, dtype="f8")}
    for strip in (7, 100000):
        told = tell(archives(arrays), strip)
        for name, one in told.items():
            right = all(same(one.arrays.get(key), array.astype("f4")) for key, array in arrays.items())
            report.check(f"npz, {name}, strips of {strip}", right and len(one.arrays) == len(arrays),
                         one.text[:200])
    many = {f"a{i}": np.array([i], dtype="f4") for i in range(2000)}
    one = tell({"a": archives(many)["deflated"]})["a"]
    report.check("npz of 2000 arrays", len(one.arrays) == 2000 and one.arrays["a1999"][0] == 1999, one.text[:200])


def by_hand(data, packed=None, wide=False, extra=None, size=None):
    """An archive of one member a.npy; wide: its sizes and place in 64 bits."""
    packed, method = (data, 0) if packed is None else (packed, 8)
    size = len(data) if size is None else size
    name, none = b"a.npy", 0xFFFFFFFF
    both = struct.pack("<QQ", size, len(packed))
    tails = [b"\7\0\1\0x" + struct.pack("<HH", 1, len(part)) + part for part in (both, both + bytes(8))]
    if not wide:
        tails = [b"", b""]
    if extra is not None:
        tails = [extra, extra]
    sizes = (none, none) if wide else (len(packed), size)
    about = struct.pack("<HHHHIII", 0, method, 0, 33, zlib.crc32(data), *sizes)
    local = b"PK\3\4" + struct.pack("<H", 45) + about + struct.pack("<HH", len(name), len(tails[0])) + name + tails[0]
    entry = (b"PK\1\2" + struct.pack("<HH", 45, 45) + about + struct.pack("<HHHHHII", len(name), len(tails[1]), 0, 0, 0, 0,
             none if wide else 0) + name + tails[1])
    begin = len(local) + len(packed)
    return local + packed + entry + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(entry), begin, 0)


def deflate(data, flush=zlib.Z_FINISH, split=None):
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    split = len(data) if split is None else split
    first = squeeze.compress(data[:split]) + squeeze.flush(flush) if flush != zlib.Z_FINISH else b""
    return first + squeeze.compress(data[split if first else 0:]) + squeeze.flush()


def members():
    """What stands in a member and around it, right and wrong."""
    array = random.random((30, 40)).astype("f4")
    data = numpy_file(array)
    good = {"plain": by_hand(data), "wide": by_hand(data, wide=True), "wide-packed": by_hand(data, deflate(data), wide=True),
            "flushed": by_hand(data, deflate(data, zlib.Z_FULL_FLUSH)),
            "flushed-within": by_hand(data, deflate(data, zlib.Z_SYNC_FLUSH, 777))}
    check_all("npz by hand", good, {name: array for name in good})
    wide = bytearray(good["wide"])
    end = wide.rfind(b"PK\5\6")
    struct.pack_into("<I", wide, end + 16, 0xFFFFFFFF)
    bad = {"behind the end": by_hand(data, deflate(data) + b"x"), "cut": by_hand(data, deflate(data)[:-9]),
           "noise": by_hand(data, b"\xff" * 50), "longer": by_hand(data, deflate(data + b"x")),
           "shorter": by_hand(data, deflate(data[:-1])), "sizes": by_hand(data, wide=True, extra=b""),
           "half a size": by_hand(data, wide=True, extra=struct.pack("<HHI", 1, 4, 0)),
           "extra": by_hand(data, extra=b"\1\0\xff\xff"), "other extra": by_hand(data, extra=b"\7\0\xff\xff"),
           "bomb": by_hand(data, deflate(data), size=1 << 31), "end": bytes(wide)}
    for name, one in tell(bad).items():
        report.check(f"npz by hand: {name}", one.fault and "damaged" in one.fault, one.text[:200])


def zip64():
    """Offsets and counts in 64 bits, as in archives of more than 4 GiB."""
    data = bytearray(archives({"A": np.arange(3, dtype="f4")})["stored"])
    end = data.rfind(b"PK\5\6")
    length, begin = struct.unpack_from("<II", data, end + 12)
    wide = struct.pack("<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, length, begin)
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, end, 1)
    struct.pack_into("<HHII", data, end + 8, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF)
    data[end:end] = wide + locator
    check_all("npz with a 64-bit end", {"a": bytes(data)}, {"a": np.arange(3, dtype="f4")})
    told = tell({str(at): bytes(data[:at]) + bytes([data[at] ^ 255]) + bytes(data[at + 1:])
                 for at in range(end, len(data))})
    wrong = [one.text for one in told.values() if not one.fault and not same(one.only(), np.arange(3, dtype="f4"))]
    report.check("any byte of that end changed: a fault or the same numbers", not wrong, wrong[:2])


def spoiled():
    """Cut anywhere, or with any byte changed: a fault, or the very numbers that were there."""
    array = {"A": (np.arange(6, dtype="f4") / 8).reshape(2, 3)}
    for kind, data in {**archives(array), "turned": archives({"A": np.asfortranarray(array["A"])})["deflated"],
                       "turned-stored": archives({"A": np.asfortranarray(array["A"])})["stored"]}.items():
        told = tell({f"{cut}": data[:cut] for cut in range(len(data))}, 3)
        report.check(f"npz, {kind}, cut anywhere: a fault", all(one.fault for one in told.values()),
                     [name for name, one in told.items() if not one.fault][:5])
        files = {}
        for at in range(len(data)):
            for flip in (1, 0x80, 0xFF):
                files[f"{at}-{flip}"] = data[:at] + bytes([data[at] ^ flip]) + data[at + 1:]
        told = tell(files, 3)
        wrong = [name for name, one in told.items()
                 if not one.fault and one.arrays and not any(same(a, array["A"]) for a in one.arrays.values())]
        report.check(f"npz, {kind}, any byte changed: a fault or the same numbers", not wrong,
                     [(name, told[name].text) for name in wrong[:3]])
    data = numpy_file(array["A"])
    told = tell({f"{cut}": data[:cut] for cut in range(len(data))})
    report.check("npy cut anywhere: a fault", all(one.fault for one in told.values()))
    lines = [one for one in told.values() if one.text.count("\n") != 1]
    report.check("a fault is one line", not lines, [one.text for one in lines[:2]])


def safetensors_file(arrays, blanks=""):
    header, data = {}, b""
    for name, (kind, array, raw) in arrays.items():
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = (json.dumps(header) + blanks).encode()
    return struct.pack("<Q", len(text)) + text + data


def safetensors():
    arrays = {}
    for kind, dtype in (("F16", "f2"), ("F32", "f4"), ("F64", "f8"), ("I8", "i1"), ("I16", "i2"), ("I32", "i4"),
                        ("I64", "i8"), ("U8", "u1"), ("U16", "u2"), ("U32", "u4"), ("U64", "u8"), ("BOOL", "?")):
        array = numbers_of(dtype, (2, 3))
        arrays[kind] = (kind, array, array.tobytes())
    upper = numbers_of("f4", (7,)).view("u4") & np.uint32(0xFFFF0000)
    arrays["BF16"] = ("BF16", upper.view("f4"), (upper >> 16).astype("<u2").tobytes())
    e5m2 = np.arange(256, dtype="u2")
    arrays["F8_E5M2"] = ("F8_E5M2", (e5m2 << 8).view("f2").astype("f4"), bytes(range(256)))
    e4m3 = np.array([(-1.0 if b & 128 else 1.0) * (np.nan if b & 127 == 127 else
                     (b & 7) / 8 * 2.0 ** -6 if b & 120 == 0 else (1 + (b & 7) / 8) * 2.0 ** ((b >> 3 & 15) - 7))
                     for b in range(256)])
    arrays["F8_E4M3"] = ("F8_E4M3", e4m3, bytes(range(256)))
    one = tell({"a": safetensors_file(arrays, "   ")})["a"]
    for name, (_, array, _) in arrays.items():
        report.check(f"safetensors, {name}", same(one.arrays.get(name), array.astype("f4")), one.text[:300])


def tables():
    numbers = np.round(random.standard_normal((4, 3)), 5)
    wanted = numbers.astype("f4")
    words, left = ["le", 'a,"b";c', "noir"], ["the", "1,5", "2019", "cat"]
    files = {}
    for name, separator, comma in (("en.csv", ",", False), ("de.csv", ";", True), ("fr.tsv", "\t", True),
                                   ("en.tsv", "\t", False), ("en-semicolon.csv", ";", False)):
        for top in (False, True):
            for side in (False, True):
                for mark, end in (("", "\n"), ("\ufeff", "\r\n"), ("", "\r\n")):
                    text = io.StringIO()
                    writer = csv.writer(text, delimiter=separator, lineterminator=end)
                    if top:
                        writer.writerow(([""] if side else []) + words)
                    for word, row in zip(left, numbers):
                        cells = [repr(float(x)).replace(".", "," if comma else ".") for x in row]
                        writer.writerow(([word if top else "w" + word] if side else []) + cells)
                    files[f"{name}-{top}{side}{len(mark)}{len(end)}"] = (mark + text.getvalue()).encode()
    check_all("tables: two locales, words or none, CRLF, byte order mark", files, {name: wanted for name in files})
    files, wanted = {}, {}
    array = random.random((6, 5)).astype("f4")
    for name, options in (("plain", {}), ("comma", {"delimiter": ","}), ("tab", {"delimiter": "\t"}),
                          ("header", {"header": "le chat"}), ("short", {"fmt": "%g"}), ("wide", {"fmt": "%14.6f"})):
        text = io.StringIO()
        np.savetxt(text, array, **options)
        files[name] = text.getvalue().encode()
        wanted[name] = np.loadtxt(io.StringIO(text.getvalue()), delimiter=options.get("delimiter")).astype("f4")
    check_all("tables of np.savetxt", files, wanted)


def texts():
    array = random.random((7, 9))
    shapes = [array.tolist(), array[0].tolist(), array.reshape(7, 3, 3).tolist(), 0.25]
    files, wanted = {}, {}
    for i, value in enumerate(shapes):
        for indent in (None, 0, 2):
            name = f"{i}-{indent}.json"
            files[name] = json.dumps(value, indent=indent).encode()
            wanted[name] = np.array(value).astype("f4")
    odd = [[np.nan, np.inf], [-np.inf, 1e-30]]
    files["odd"], wanted["odd"] = json.dumps(odd).encode(), np.array(odd, dtype="f4")
    numbers = random.standard_normal(20000) * 10.0 ** random.integers(-40, 38, 20000)
    files["many"], wanted["many"] = json.dumps(numbers.tolist()).encode(), numbers.astype("f4")
    check_all("JSON of Python", files, wanted)


def strangers():
    def archive(*names):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as one:
            for name in names:
                one.writestr(name, b"x")
        return data.getvalue()

    objects = io.BytesIO()
    np.save(objects, np.array([1, "a", None], dtype=object), allow_pickle=True)
    locked = bytearray(archive("a.npy"))
    for at in (locked.find(b"PK\3\4") + 6, locked.find(b"PK\1\2") + 8):
        locked[at] |= 1
    other = bytearray(archives({"a": np.zeros(2, dtype="f4")})["stored"])
    other[14] ^= 1  # of the checksum before the member
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_BZIP2) as one:
        one.writestr("a.npy", b"x" * 100)
    rows = {
        "objects.npy": (objects.getvalue(), "Python objects (a pickle)"),
        "model.pt": (archive("archive/data.pkl", "archive/data/0"), "torch.load"),
        "book.xlsx": (archive("[Content_Types].xml", "xl/workbook.xml"), "save the table as CSV"),
        "other.zip": (archive("a.txt"), "this archive holds no arrays"),
        "empty.zip": (archive(), "this archive holds no arrays"),
        "locked.npz": (bytes(locked), "is encrypted"),
        "other.npz": (bytes(other), "the bytes before a.npy contradict the directory"),
        "packed.npz": (packed.getvalue(), "compressed by method 12"),
        "bad.npz": (archive("a.npy"), "a.npy: the file ends within its header"),
        "twice.npz": (archive("b.txt")[:-22] + archive("b.txt"), "directory is not in its place"),
        "old.pt": (b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.", "this is a Python pickle"),
        "lfs.safetensors": (b"version https://git-lfs.github.com/spec/v1\n", "git lfs pull"),
        "text.npy": (numpy_file(np.array(["a"])), "texts (type <U1)"),
        "noise": (bytes(range(1, 40)) + b"\0\0", "not a file of numbers that attnviz reads"),
        "nothing": (b"", "the file is empty"),
    }
    told = tell({name: data for name, (data, _) in rows.items()})
    for name, (_, words) in rows.items():
        one = told[name]
        report.check(f"refused: {name}", one.fault and words in one.fault and one.text.count("\n") == 1, one.text)


def part(path, first, count):
    run = subprocess.run([DUMP, "part", str(first), str(count), path], capture_output=True)
    return run.stdout.decode().split(" ")


def large():
    """One head of a file of 151 MB, most of which is a hole; strips of a file of 268 MB."""
    if SANITIZED:
        report.skip("large files", "a sanitizer needs memory of its own")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "heads.npy")
        head = random.random((512, 512)).astype("f4")
        shape = (12, 12, 512, 512)
        with open(path, "wb") as file:
            np.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": shape})
            start, size = file.tell(), head.nbytes
            file.seek(start + (3 * 12 + 5) * size)
            file.write(head.tobytes())
            file.truncate(start + 144 * size)
        total, _ = part(path, (3 * 12 + 5) * head.size, head.size)
        report.check("one head of 144", abs(float(total) - head.sum(dtype="f8")) < 1e-3, total)
        if os.path.exists("/usr/bin/strace") and sys.platform == "linux":
            log = os.path.join(folder, "log")
            subprocess.run(["strace", "-f", "-e", "trace=pread64,read", "-o", log, DUMP, "part",
                            str(41 * head.size), str(head.size), path], capture_output=True)
            with open(log, encoding="utf-8", errors="replace") as file:
                counts = [line.rsplit("= ", 1)[1].split()[0] for line in file if "pread64(" in line]
            read = sum(int(count) for count in counts)
            if counts:
                report.check("nothing but that head is read", size <= read < 1.1 * size, read)
            else:
                report.skip("nothing but that head is read", "strace does not work here")
        path = os.path.join(folder, "square.npy")
        with open(path, "wb") as file:
            np.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": (8192, 8192)})
            file.truncate(file.tell() + 8192 * 8192 * 4)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        total, _ = part(path, 0, 8192 * 8192)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        limit = 32 * 1024 * (1024 if sys.platform == "darwin" else 1)
        report.check("8192 × 8192 in strips", float(total) == 0, total)
        if peak > before or peak < limit:
            report.check("in 32 MiB", peak < limit or peak == before, peak)


def written():
    """What explain saves is what it shows as JSON, to the last bit."""
    with tempfile.TemporaryDirectory() as folder:
        names = ["α", "e", "h", "E_F", "C"]
        run = subprocess.run([PROGRAM, "explain", "--format", "json", "--save", "α=a.npy", "--save",
                              ",".join(names) + "=all.npz", "--save", "h=h.csv", "--save", "C=c.json",
                              "--save", "e,α=w.safetensors"], cwd=folder, capture_output=True)
        if not report.check("explain saves", run.returncode == 0, run.stderr.decode()):
            return
        values = json.loads(run.stdout)["values"]
        right = {name: np.array(values[name]["data"], dtype="f4") for name in names}
        with np.load(os.path.join(folder, "all.npz")) as archive:
            report.check("npz for NumPy", set(archive) == set(names)
                         and all(same(archive[name], right[name]) for name in names), list(archive))
        report.check("npy for NumPy", same(np.load(os.path.join(folder, "a.npy")), right["α"]))
        with open(os.path.join(folder, "c.json"), encoding="utf-8") as file:
            report.check("JSON for Python", same(np.array(json.load(file)["C"]["data"], dtype="f4"), right["C"]))
        with open(os.path.join(folder, "h.csv"), encoding="utf-8") as file:
            rows = list(csv.reader(file))
        report.check("CSV for Python", rows[0][1:] == [axis["labels"] for axis in values["h"]["axes"]][1]
                     and same(np.array([row[1:] for row in rows[1:]], dtype="f4"), right["h"]), rows)
        with open(os.path.join(folder, "w.safetensors"), "rb") as file:
            data = file.read()
        length = struct.unpack("<Q", data[:8])[0]
        header = json.loads(data[8:8 + length])
        begin, end = header["α"]["data_offsets"]
        report.check("safetensors by their layout",
                     same(np.frombuffer(data[8 + length + begin:8 + length + end], "<f4").reshape(3, 3), right["α"]))
        told = tell({"lesson.json": run.stdout})["lesson.json"]
        report.check("explain's JSON is read by its names",
                     all(same(told.arrays.get(name), right[name]) for name in names), told.text[:200])


def softmax(scores):
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def drawn(folder, name, array):
    """The picture of an array that NumPy wrote: what it carries, and what was said on stderr."""
    np.save(os.path.join(folder, name + ".npy"), array)
    draw = subprocess.run([PROGRAM, "heatmap", name + ".npy", "--cell", "3"], cwd=folder, capture_output=True)
    read = subprocess.run([PROGRAM, "heatmap", "--read", name + ".png"], cwd=folder, capture_output=True)
    if not report.check(f"{name} is drawn", draw.returncode == 0 and read.returncode == 0, draw.stderr.decode()):
        return {}, {}, ""
    sheet = json.loads(read.stdout)
    return sheet, sheet["maps"][0], draw.stderr.decode()


def rounded():
    """Weights are weights, however they were rounded; a row that is off by more than that is none."""
    ways = {"decimals-4": lambda w: np.round(w, 4), "decimals-3": lambda w: np.round(w, 3),
            "decimals-2": lambda w: np.round(w, 2), "float16": lambda w: w.astype("f2"),
            "float16-as-float32": lambda w: w.astype("f2").astype("f4"),
            "double-4": lambda w: np.round(w.astype("f8"), 4), "float32": lambda w: w}
    with tempfile.TemporaryDirectory() as folder:
        for size in (7, 40, 300):
            # Sharper ones have columns that sum to 1, too, as far as 2 decimals of 300 tell.
            weights = softmax((3 if size < 300 else 1.5) * random.standard_normal((size, size))).astype("f4")
            off = weights.copy()
            off[1] *= 2.5
            for way, to in ways.items():
                _, shown, said = drawn(folder, f"{way}-{size}", to(weights))
                report.check(f"{way} of {size} is weights", shown.get("scale") == "weights" and not said, said)
                sheet, shown, said = drawn(folder, f"off-{way}-{size}", to(off))
                report.check(f"{way} of {size} that is off is none", shown.get("scale") == "positive" and said
                             and f"1 of {size} rows sums to 2." in sheet.get("subtitle", ""), sheet.get("subtitle"))


def causal():
    """Zeros above the diagonal are the mask that made them, and are carried as they are."""
    with tempfile.TemporaryDirectory() as folder:
        scores = random.standard_normal((20, 20))
        scores[np.triu_indices(20, 1)] = -np.inf
        weights = softmax(scores).astype("f4")
        for name, array in {"causal": weights, "causal-4": np.round(weights, 4)}.items():
            sheet, shown, said = drawn(folder, name, array)
            report.check(f"{name} is drawn as masked", not said and "zeros above the diagonal" in sheet["subtitle"])
            report.check(f"{name} carries zeros", same(np.array(shown["data"], dtype="f4"), array))
        padded = np.concatenate([softmax(random.standard_normal((20, 15))), np.zeros((20, 5))], 1).astype("f4")
        sheet, _, said = drawn(folder, "padded", padded)
        report.check("padding is not called a mask", not said and "subtitle" not in sheet)


if not os.access(DUMP, os.X_OK):
    report.check("the program that dumps arrays exists", False, f"{DUMP}: run make units first")
    report.end()
for test in (npy, npy_large, npz, members, zip64, spoiled, safetensors, tables, texts, strangers, large, written,
             rounded, causal):
    test()
report.end()
