"""What mutants are tried on: the library and the unit tests, built once, and one changed file at a time.

Everything is built as the Makefile says (make -n tells its commands), with -O2 (at -O1 the tests of the
kernels take twenty times as long) and into a folder of its own; only the changed file and what includes
it is compiled again.
"""

import glob
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOLDER = "build/mutation"
WRAPPED = ["_ck_assert_failed", "malloc", "calloc", "realloc", "free"]
MEMORY = 4 << 30  # bytes of address space
SANITIZERS = ["-O1", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]
SCRIPTS = ["errors", "cli"]  # tests/NAME/run, after the unit tests
SCRIPT_SECONDS = 10  # of the processor, for one process of a script
SCRIPT_WAITS = 1800  # seconds until a script that waits for something is ended


class Broken(Exception):
    """Nothing can be tried: the unchanged sources fail."""


def run(command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, **options)


def must(command, **options):
    done = run(command, **options)
    if done.returncode != 0:
        raise Broken(f"{shlex.join(command)[:2000]}\n{done.stderr.decode()[-2000:]}")
    return done.stdout.decode()


class Bench:
    def __init__(self, room, tests=None):
        self.wanted, self.sanitizers = tests, False
        self.room, self.overlay = room, f"{FOLDER}/changed"
        self.make = ["make", "--no-print-directory", f"BUILD={FOLDER}", "CFLAGS=-O2 -w"]
        must(["make", "--no-print-directory", "all"])  # build/lessons.c, and what is needed is installed
        shutil.rmtree(self.overlay, ignore_errors=True)
        os.makedirs(self.overlay)
        self.read_commands()
        must([*self.make, "all"])
        self.build_runner()
        self.seconds, self.blocks = dict.fromkeys(self.tests, 60), dict.fromkeys(self.tests, "?")
        self.reach, self.lines = {}, {}
        if not self.wanted:
            self.reach = self.find_reach()
        self.measure()
        if not self.wanted:
            self.sanitizers = self.find_sanitizers()
        self.scripts_tried = False
        self.wins = {}  # (file, test): how many mutants of the file this test noticed

    # ---- building ----

    def read_commands(self):
        """How each file of lib/ is compiled, and how a test and the program are linked."""
        program = f"{FOLDER}/attnviz"
        self.make += [f"PROGRAM={program}"]
        told = must([*self.make, "-n", "-B", "V=1", "units", "all"])
        self.compile, self.link, self.link_program = {}, None, None
        for line in told.replace("\\\n", " ").split("\n"):
            words = shlex.split(line.split("&&")[-1]) if "-o" in line else []
            if "-c" in words and words[words.index("-c") + 1].startswith("lib/"):
                self.compile[words[words.index("-c") + 1]] = words
            elif any(word.startswith("tests/unit/") for word in words):
                self.link = words
            elif words and words[-1] == program:
                self.link_program = words
        if not (self.compile and self.link and self.link_program):
            raise Broken("the commands of the Makefile have changed: see bench.py")
        self.archive = next(word for word in self.link if word.endswith(".a"))

    def object_of(self, source, folder=None):
        made = self.compile[source][-1]
        return made.replace(FOLDER, folder, 1) if folder else made

    def compile_command(self, source, made, path=None, *more):
        """As the Makefile has it, and with changed headers first."""
        words = [word for word in self.compile[source] if word not in {"-MMD", "-MP"}]
        at = words.index("-c")
        return [*words[:at], *more, "-c", path or source, "-o", made]

    def build_runner(self):
        """One program of all unit tests, as objects: it is linked with each mutant."""
        self.tests = [os.path.basename(name)[:-2] for name in sorted(glob.glob("tests/unit/test_*.c"))]
        self.tests = [name for name in self.tests if not self.wanted or name in self.wanted]
        os.makedirs(f"{FOLDER}/tests", exist_ok=True)
        with open(f"{FOLDER}/tests/tests.h", "w", encoding="utf-8") as list_of_tests:
            list_of_tests.write("".join(f"TEST({name})\n" for name in self.tests))
        self.runner = []
        sources = {name: f"tests/unit/{name}.c" for name in self.tests}
        for name, source in [*sources.items(), ("runner", f"{HERE}/runner.c")]:
            made = f"{FOLDER}/tests/{name}.o"
            renamed = [f"-Dmain=main_{name}"] if name in sources else [f"-I{FOLDER}/tests"]
            flags = [word for word in self.link[1:-2] if not word.endswith((".c", ".a")) and word[:2] != "-M"]
            must([self.link[0], *renamed, *flags, "-c", source, "-o", made])
            self.runner.append(made)
        self.link_runner([], f"{FOLDER}/runner")

    def link_runner(self, objects, made, *more):
        words = []
        for word in self.link[:-1]:
            words += [*objects, *self.runner] if word.startswith("tests/unit/") else [word]
        wraps = [f"-Wl,--wrap={name}" for name in WRAPPED]
        must([word for word in words if word not in {"-MMD", "-MP"}] + [made, *wraps, *more])

    # ---- running ----

    def run_tests(self, program, tests, sanitized=False):
        """The name of the first test that fails, "time" or "crash"; None if all pass. Sanitizers take
        more time, all the room for addresses there is, and memory of their own."""
        slower, memory = (5, resource.RLIM_INFINITY) if sanitized else (1, MEMORY)

        def limits():
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        arguments, total = [], 0
        for test in tests:
            seconds = int(2 + 5 * slower * self.seconds[test])
            arguments += [test, str(seconds), "?" if sanitized else self.blocks[test]]
            total += seconds
        environment = {**os.environ, "CK_FORK": "no", "LC_ALL": "C",
                       "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"}
        process = subprocess.Popen([program, *arguments], preexec_fn=limits, start_new_session=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, env=environment)
        try:
            self.told = process.communicate(timeout=20 * total)[1].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:  # it waits for something
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return "time"
        if 0 < process.returncode <= len(tests):
            return tests[process.returncode - 1]
        return {0: None, 200: "time"}.get(process.returncode, "crash")

    def told_of_tests(self):
        """The blocks of memory that remain of each test, and its seconds of the processor."""
        failed = self.run_tests(f"{FOLDER}/runner", self.tests)
        told = re.findall(r"^(-?[0-9]+) ([0-9.e-]+)$", self.told, re.MULTILINE)
        if failed or len(told) != len(self.tests):
            raise Broken(f"without any change: {failed or self.told[-1000:]}")
        return told

    def measure(self):
        """What each test takes of the processor, and how many blocks of memory remain of it, where that
        is the same each time: threads may keep some, now and then."""
        first, second = self.told_of_tests(), self.told_of_tests()
        for test, (blocks, seconds), (again, _) in zip(self.tests, first, second):
            self.blocks[test], self.seconds[test] = blocks if blocks == again else "?", float(seconds)
        failed = self.run_tests(f"{FOLDER}/runner", self.tests)
        while self.blocks.get(failed, "?") != "?":
            self.blocks[failed] = "?"
            failed = self.run_tests(f"{FOLDER}/runner", self.tests)
        if failed:
            raise Broken(f"the tests pass twice and not again: {failed}")

    def find_reach(self):
        """{file: {(first line, last line): tests that enter this function}}; and how often each line
        runs, into self.lines. Tests that never enter the room are left out from here on."""
        reach = {}
        folder = f"{FOLDER}/cover"
        shutil.rmtree(folder, ignore_errors=True)
        sources = [source for source in self.compile if source.startswith(f"lib/{self.room}/")]
        objects = [self.object_of(source, folder) for source in sources]
        if not shutil.which("gcov"):
            return reach
        for source, made in zip(sources, objects):
            os.makedirs(os.path.dirname(made), exist_ok=True)
            must(self.compile_command(source, made, None, "-O0", "--coverage"))
        self.link_runner(objects, f"{folder}/runner", "--coverage")
        for test in self.tests:
            for old in glob.glob(f"{folder}/**/*.gcda", recursive=True):
                os.remove(old)
            self.run_tests(f"{folder}/runner", [test])
            if not glob.glob(f"{folder}/**/*.gcda", recursive=True):
                continue  # it needs nothing of this room
            for line in must(["gcov", "--json-format", "--stdout", *objects]).splitlines():
                for file in json.loads(line)["files"]:
                    self.add_reach(reach, test, file)
        entering = set().union(*(tests for places in reach.values() for tests in places.values()))
        self.tests = [test for test in self.tests if test in entering]
        return reach

    def find_sanitizers(self):
        """Whether this compiler and machine can run the tests of the room under them."""
        sources = [source for source in self.compile if source.startswith(f"lib/{self.room}/")]
        objects = [self.object_of(source, f"{FOLDER}/sanitized") for source in sources]
        try:
            for source, made in zip(sources, objects):
                os.makedirs(os.path.dirname(made), exist_ok=True)
                must(self.compile_command(source, made, None, *SANITIZERS))
            by = self.run_linked(objects, self.quick(self.tests), *SANITIZERS)
        except Broken as reason:
            by = reason
        if by:
            print(f"(without the sanitizers: {by})")
        return not by

    def add_reach(self, reach, test, file):
        places = reach.setdefault(os.path.normpath(file["file"]), {})
        for function in file["functions"]:
            tests = places.setdefault((function["start_line"], function["end_line"]), set())
            if function["execution_count"]:
                tests.add(test)
        lines = self.lines.setdefault(os.path.normpath(file["file"]), {})
        for line in file["lines"]:
            number = line["line_number"]
            lines[number] = lines.get(number, 0) + line["count"]

    # ---- one mutant ----

    def tests_for(self, mutant):
        """The tests that enter its function, those first that notice most in least time."""
        tests = set(self.tests)
        for (first, last), entering in self.reach.get(mutant.path, {}).items():
            if first <= mutant.line <= last:
                tests = entering
        return sorted(tests, key=lambda test: ((self.seconds[test] + 0.02) /
                                               (self.wins.get((mutant.path, test), 0) + 1), test))

    def users_of(self, path):
        """The files that are compiled again for a change of this one."""
        if path.endswith(".c"):
            return [path]
        users = []
        for source in self.compile:
            with open(self.object_of(source)[:-2] + ".d", encoding="utf-8") as rule:
                if path in re.split(r"[\s:]+", rule.read()):
                    users.append(source)
        return users

    def build_mutant(self, mutant, *more):
        """The objects of the changed file, or None where it does not compile."""
        objects = []
        for source in self.users_of(mutant.path):
            made = self.object_of(source, f"{self.overlay}/made")
            os.makedirs(os.path.dirname(made), exist_ok=True)
            path = f"{self.overlay}/{source}" if source == mutant.path else source
            command = self.compile_command(source, made, path, *more)
            if run([command[0], f"-I{self.overlay}/lib", *command[1:]]).returncode != 0:
                return None
            objects.append(made)
        return objects

    def unchanged(self, mutant, objects):
        """Whether the compiler makes the same code of it."""
        for source, made in zip(self.users_of(mutant.path), objects):
            original = self.object_of(source, f"{FOLDER}/same")
            if not os.path.exists(original) or os.path.getmtime(original) < os.path.getmtime(source):
                os.makedirs(os.path.dirname(original), exist_ok=True)
                must(self.compile_command(source, original))
            with open(original, "rb") as one, open(made, "rb") as other:
                if one.read() != other.read():
                    return False
        return True

    def try_mutant(self, mutant, source, scripts):
        """How it ends: ("invalid" | "same" | "noticed" | "survived", by which test)."""
        path = f"{self.overlay}/{mutant.path}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as changed:
            changed.write(mutant.applied(source))
        try:
            return self.judge(mutant, scripts)
        finally:
            os.remove(path)

    def judge(self, mutant, scripts):
        objects = self.build_mutant(mutant)
        if objects is None:
            return "invalid", ""
        if self.unchanged(mutant, objects):
            return "same", ""
        tests = self.tests_for(mutant)
        by = self.run_linked(objects, tests)
        if by:
            self.wins[mutant.path, by] = self.wins.get((mutant.path, by), 0) + 1
            return "noticed", by
        by = self.run_sanitized(mutant, tests) or (self.run_scripts(mutant) if scripts else None)
        return ("noticed", by) if by else ("survived", "")

    def run_linked(self, objects, tests, *more):
        if not tests:
            return None
        program = f"{self.overlay}/runner"
        self.link_runner(objects, program, *more)
        return self.run_tests(program, tests, sanitized=bool(more))

    def quick(self, tests):
        return [test for test in tests if self.seconds[test] < 1]

    def run_sanitized(self, mutant, tests):
        """As make test runs them, too: what is read or written beside its place is noticed."""
        if not self.sanitizers:
            return None
        objects = self.build_mutant(mutant, *SANITIZERS)
        by = self.run_linked(objects, self.quick(tests), *SANITIZERS)
        return "sanitizers" if by else None

    def run_scripts(self, mutant):
        program = os.path.abspath(f"{self.overlay}/attnviz")
        words = [program if word.endswith("/attnviz") else word for word in self.link_program]
        words[words.index(self.archive):words.index(self.archive)] = self.build_mutant(mutant)
        must(words)
        if not self.scripts_tried:
            failing = self.failing_script(f"{FOLDER}/attnviz")
            if failing:
                raise Broken(f"without any change: {failing}")
            self.scripts_tried = True
        return self.failing_script(program)

    def failing_script(self, program):
        """The first script that fails with this program. What counts is time of the processor, which a
        busy machine does not lengthen."""
        def limits():
            resource.setrlimit(resource.RLIMIT_CPU, (SCRIPT_SECONDS, SCRIPT_SECONDS))
        environment = {**os.environ, "ATTNVIZ": os.path.abspath(program), "BUILD": os.path.abspath(FOLDER)}
        for name in SCRIPTS:
            done = run(["timeout", str(SCRIPT_WAITS), f"tests/{name}/run"], env=environment,
                       preexec_fn=limits)
            if done.returncode != 0:
                return f"tests/{name}/run"
        return None
