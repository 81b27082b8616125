# attnviz. GNU make.
#
#   make         builds ./attnviz
#   make demo    installs what is missing, builds, explains a lesson and draws pictures
#   make test    installs what is missing, builds, runs the tests (less than four minutes after the build)
#   make install puts the program, the library and what belongs to them below PREFIX
#   make help    lists all targets
#
# V=1 shows the commands. WERROR=1 turns warnings into errors.

# ---- settings: change them on the command line, as in `make CC=clang` ----

CC       ?= cc
AR       ?= ar
CPPFLAGS ?=
CFLAGS   ?= -O2 -g
LDFLAGS  ?=
# D: no times, no owners
ARFLAGS  := rcsD
# where to install: the folders by their GNU names
PREFIX     ?= /usr/local
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR    ?= $(PREFIX)/share
MANDIR     ?= $(DATADIR)/man
# put before all of them, where a package is made
DESTDIR    ?=
# where each shell looks for completions
BASH_COMPLETIONS = $(DATADIR)/bash-completion/completions
ZSH_COMPLETIONS  = $(DATADIR)/zsh/site-functions
FISH_COMPLETIONS = $(DATADIR)/fish/vendor_completions.d
# the folders of an installation, below $(1)
install_folders  = "$(1)$(BINDIR)" "$(1)$(INCLUDEDIR)" "$(1)$(LIBDIR)/pkgconfig" \
    "$(1)$(MANDIR)/man1" "$(1)$(MANDIR)/man3" "$(1)$(MANDIR)/man5" "$(1)$(DATADIR)/attnviz" \
    "$(1)$(BASH_COMPLETIONS)" "$(1)$(ZSH_COMPLETIONS)" "$(1)$(FISH_COMPLETIONS)"
# release, asan and tsan (the sanitizers look on), fuzz (libFuzzer too; clang), or coverage (counts lines; gcc)
VARIANT  ?= release

# ---- flags, by reason ----

# the language: C11 and POSIX; no multiply-add but where fmaf is written, so every build prints the same digits
LANGUAGE := -std=c11 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -ffp-contract=off
# paths of this machine do not get into the program
LANGUAGE += -ffile-prefix-map="$(CURDIR)=."
INCLUDE  := -Ilib

# warnings of both gcc and clang
WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion
WARNINGS += -Wformat=2 -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef -Wcast-qual
WARNINGS += -Wnull-dereference -Wimplicit-fallthrough -Wswitch-enum -Wwrite-strings
ifeq ($(WERROR),1)
WARNINGS += -Werror
endif

MACHINE  := $(shell $(CC) -dumpmachine 2>/dev/null)

# release: what makes a fault in the code harder to exploit
release_CFLAGS  := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong
# the same objects make the program and the shared library, which shows attnviz.h alone
release_CFLAGS  += -fPIC -fvisibility=hidden
release_LDFLAGS := -pie
ifneq ($(findstring linux,$(MACHINE)),)
release_LDFLAGS += -Wl,-z,relro,-z,now
endif

# asan: what makes it visible; -g1 names functions and lines in a report, and compiles sooner
asan_CFLAGS  := -O1 -g1 -fno-omit-frame-pointer -fno-sanitize-recover=all
asan_CFLAGS  += -fsanitize=address,undefined,float-cast-overflow,float-divide-by-zero
asan_LDFLAGS := $(asan_CFLAGS)

# coverage: counts how often each line runs
coverage_CFLAGS  := -O0 --coverage
coverage_LDFLAGS := --coverage

# fuzz: as asan, for libFuzzer, with limits that are reached in milliseconds
fuzz_CFLAGS  := -O2 -g -fno-omit-frame-pointer -fno-sanitize-recover=all
fuzz_CFLAGS  += -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow
# half as long without it; the seeds and dictionaries say what comparisons would
fuzz_CFLAGS  += -fno-sanitize-coverage=trace-cmp
fuzz_CFLAGS  += -DATTN_USUAL_MEMORY=16777216ull -DATTN_USUAL_WORK=30000000ull
fuzz_CFLAGS  += -DATTN_MOST_DRAWS=200u
fuzz_LDFLAGS := $(fuzz_CFLAGS)

# tsan: threads that touch the same memory without asking each other
tsan_CFLAGS  := -O1 -g -fsanitize=thread
tsan_LDFLAGS := $(tsan_CFLAGS)

# the libraries; their headers count as the system's, so they are not warned about
MODULES  := libcjson libutf8proc libpcre2-8 libpng libjpeg zlib pangocairo
packages  = $(shell pkg-config $(1) 2>/dev/null)
LIB_INCLUDE   := $(patsubst -I%,-isystem %,$(call packages,--cflags $(MODULES)))
CHECK_INCLUDE := $(patsubst -I%,-isystem %,$(call packages,--cflags check))
LIBS       = $(call packages,--libs $(MODULES)) -lm -pthread
CHECK_LIBS = $(call packages,--libs check)

# MACHINE_CFLAGS: of a single file, see below
ALL_CFLAGS = $(LANGUAGE) $(WARNINGS) $(CPPFLAGS) $(CFLAGS) $($(VARIANT)_CFLAGS) $(MACHINE_CFLAGS) $(INCLUDE) -MMD -MP

# ---- files ----

BUILD   := build/$(VARIANT)
PROGRAM := $(if $(filter release,$(VARIANT)),attnviz,$(BUILD)/attnviz)
ARCHIVE := $(BUILD)/libattnviz.a
VERSION := $(shell sed -n 's/^.define ATTNVIZ_VERSION "\(.*\)"/\1/p' lib/attnviz.h)
# the shared library: its file, the name that programs load it by, the one they are linked by
MAJOR    := $(firstword $(subst ., ,$(VERSION)))
SHARED   := $(BUILD)/libattnviz.so.$(VERSION)
SONAME   := libattnviz.so.$(MAJOR)
LINKNAME := libattnviz.so
SHARED_LDFLAGS := -shared -Wl,-soname,$(SONAME) -Wl,-z,defs
ifneq ($(findstring darwin,$(MACHINE)),)
SHARED   := $(BUILD)/libattnviz.$(VERSION).dylib
SONAME   := libattnviz.$(MAJOR).dylib
LINKNAME := libattnviz.dylib
ARFLAGS  := rcs
SHARED_LDFLAGS := -dynamiclib -Wl,-install_name,$(LIBDIR)/$(SONAME)
endif
COMPLETIONS := $(addprefix build/completions/,attnviz _attnviz attnviz.fish)

LIB_SOURCES := $(sort $(filter-out lib/page/%,$(wildcard lib/*.c lib/*/*.c lib/*/*/*.c)))
LIB_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(LIB_SOURCES))
CLI_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard cli/*.c)))
UNIT_TESTS  := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(sort $(wildcard tests/unit/test_*.c)))
# programs of the benchmark; those of peers that are not installed are left out
BENCHES     := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(sort $(wildcard tests/bench/*.c)))
ifeq ($(call packages,--libs openblas),)
BENCHES     := $(filter-out %/openblas_product,$(BENCHES))
endif

FUZZ_TARGETS := $(addprefix $(BUILD)/fuzz/,alignment args array flow folder formula grammar jpeg lesson numbers png safetensors text tokenizer tokens wav)
LESSONS     := $(sort $(filter-out %~ %.c %.md %.py %.sh,$(wildcard lessons/* lessons/families/*)))
# the scripts of pages of lessons, and of worksheets, and what unpacks them
PAGE_SCRIPTS := build/page.js build/sheet.js build/load.js
# what is carried in the program: these, and what pages are made of
CARRIED     := $(LESSONS) $(PAGE_SCRIPTS) $(PAGE_SCRIPTS:=.sha256) build/worker.js build/page.css \
    lib/page/attnviz.wasm.gz lib/page/licences.html

# everything at once, where `make -j` did not say otherwise
CORES    := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
submake   = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(CORES))

ifneq ($(V),1)
Q := @
say = @printf '  %-8s %s\n' '$(1)' '$(2)'
endif

# ---- targets ----

.DELETE_ON_ERROR:
.PHONY: all demo test test-long test-units units units-wasm asan valgrind tsan tidy format install uninstall
.PHONY: clean help models flows page packages bench bench-programs fuzz fuzz-targets coverage

## the program, the library and the completions (default)
all: $(PROGRAM) $(if $(filter release,$(VARIANT)),$(SHARED) $(COMPLETIONS))

## a first look: everything from nothing to pictures in build/demo
demo:
	@sh tests/packages.sh --install build draw
	+@$(submake) all
	@printf '\n$$ attnviz explain\n\n' && ./attnviz explain
	@printf '\n$$ attnviz heatmap examples/*.txt le-chat-noir\n\n'
	@mkdir -p build/demo && cd build/demo && \
	    pictures=$$(../../attnviz heatmap ../../examples/*.txt le-chat-noir) && \
	    printf '%s\n' "$$pictures" | sed 's|^|build/demo/|' && \
	    printf '\nThe pictures are in %s\n' "$$PWD"

## the tests, a part of them with sanitizers too, in less than four minutes; the last line counts them
test:
	@sh tests/packages.sh --install build draw test
	+@$(submake) all units
	+@$(submake) VARIANT=asan sanitized
	@sh tests/run units scripts asan

## the same, and the tests that take longer: all with sanitizers, valgrind, mutations, coverage
test-long:
	@sh tests/packages.sh --install build draw test browser page
	+@$(submake) all units
	+@$(submake) units-wasm
	+@$(submake) VARIANT=asan sanitized
	@sh tests/run units units-more scripts scripts-more asan scripts-long asan-scripts asan-units valgrind long

## the unit tests alone, all of them
test-units:
	+@$(submake) all units
	@sh tests/run units units-more

## unit and command-line tests under the address and undefined-behaviour sanitizers
asan:
	+@$(submake) VARIANT=asan sanitized
	@sh tests/run asan asan-scripts asan-units

## unit tests and a few commands under valgrind
valgrind:
	+@$(submake) all units
	@sh tests/run valgrind

## speed and memory beside other programs (ONLY=heatmap QUICK=1 CHECK=1), see tests/bench
bench:
	+@$(submake) all bench-programs
	@ATTNVIZ="$(CURDIR)/$(PROGRAM)" BENCH="$(CURDIR)/$(BUILD)/bench" sh tests/bench/bench.sh

## which lines of lib/ the tests reach; those they do not are listed with reasons (gcc, gcov)
coverage:
	@sh tests/coverage/run-long

## makes up RUNS inputs (1,000,000) for each of TARGETS, or all (tests/fuzz); needs clang
fuzz:
	+@$(submake) CC=clang VARIANT=fuzz fuzz-targets
	@RUNS=$(RUNS) sh tests/fuzz/explore $(TARGETS)

## the threads under the thread sanitizer
tsan:
	+@$(submake) VARIANT=tsan $(addprefix build/tsan/tests/test_,pool kernel program_threads)
	CK_FORK=no build/tsan/tests/test_pool
	CK_FORK=no CK_TIMEOUT_MULTIPLIER=10 build/tsan/tests/test_program_threads
	CK_FORK=no CK_TIMEOUT_MULTIPLIER=10 build/tsan/tests/test_kernel

## the clang static analyzer and its friends read the code
tidy:
	clang-tidy --quiet --warnings-as-errors='*' \
	    --checks='-*,clang-analyzer-*,bugprone-*,cert-*,-bugprone-easily-swappable-parameters' \
	    $(wildcard lib/*.c lib/*/*.c lib/*/*/*.c cli/*.c) -- $(LANGUAGE) $(INCLUDE) $(LIB_INCLUDE)

## lays out all code by .clang-format
format:
	clang-format -i $(wildcard lib/*.[ch] lib/*/*.[ch] lib/*/*/*.[ch] cli/*.[ch] tests/*/*.[ch] examples/*.c lessons/*.c)

## program, library, man pages, completions and schema, below $(DESTDIR)$(PREFIX)
install: all
	install -d $(call install_folders,$(DESTDIR))
	install -m 755 attnviz "$(DESTDIR)$(BINDIR)"
	install -m 644 lib/attnviz.h "$(DESTDIR)$(INCLUDEDIR)"
	install -m 644 $(ARCHIVE) "$(DESTDIR)$(LIBDIR)"
	install -m 755 $(SHARED) "$(DESTDIR)$(LIBDIR)"
	ln -sf $(notdir $(SHARED)) "$(DESTDIR)$(LIBDIR)/$(SONAME)"
	ln -sf $(SONAME) "$(DESTDIR)$(LIBDIR)/$(LINKNAME)"
	rm -f build/attnviz.pc
	sh lib/pkgconfig.sh "$(PREFIX)" "$(LIBDIR)" "$(INCLUDEDIR)" $(VERSION) "$(LIBS)" >build/attnviz.pc
	install -m 644 build/attnviz.pc "$(DESTDIR)$(LIBDIR)/pkgconfig"
	install -m 644 $(wildcard man/*.1) "$(DESTDIR)$(MANDIR)/man1"
	install -m 644 $(wildcard man/*.3) "$(DESTDIR)$(MANDIR)/man3"
	install -m 644 $(wildcard man/*.5) "$(DESTDIR)$(MANDIR)/man5"
	install -m 644 build/completions/attnviz "$(DESTDIR)$(BASH_COMPLETIONS)"
	install -m 644 build/completions/_attnviz "$(DESTDIR)$(ZSH_COMPLETIONS)"
	install -m 644 build/completions/attnviz.fish "$(DESTDIR)$(FISH_COMPLETIONS)"
	install -m 644 lib/lesson/read/lesson.schema.json "$(DESTDIR)$(DATADIR)/attnviz"

## removes what install put there, and the folder that is attnviz's alone; below a DESTDIR all empty ones
uninstall:
	rm -f "$(DESTDIR)$(BINDIR)/attnviz" "$(DESTDIR)$(INCLUDEDIR)/attnviz.h" \
	    $(patsubst %,"$(DESTDIR)$(LIBDIR)/%",$(notdir $(ARCHIVE) $(SHARED)) $(SONAME) $(LINKNAME)) \
	    "$(DESTDIR)$(LIBDIR)/pkgconfig/attnviz.pc" \
	    $(patsubst man/%,"$(DESTDIR)$(MANDIR)/man1/%",$(wildcard man/*.1)) \
	    $(patsubst man/%,"$(DESTDIR)$(MANDIR)/man3/%",$(wildcard man/*.3)) \
	    $(patsubst man/%,"$(DESTDIR)$(MANDIR)/man5/%",$(wildcard man/*.5)) \
	    "$(DESTDIR)$(BASH_COMPLETIONS)/attnviz" "$(DESTDIR)$(ZSH_COMPLETIONS)/_attnviz" \
	    "$(DESTDIR)$(FISH_COMPLETIONS)/attnviz.fish" \
	    "$(DESTDIR)$(DATADIR)/attnviz/lesson.schema.json"
	if [ -d "$(DESTDIR)$(DATADIR)/attnviz" ]; then rmdir "$(DESTDIR)$(DATADIR)/attnviz"; fi
ifneq ($(DESTDIR),)
	if cd "$(DESTDIR)" 2>/dev/null; then rmdir -p $(call install_folders,.) 2>/dev/null || true; fi
endif

## trains the models of the lessons from nothing, and says in lessons/MODELS.md how good they are
models: $(PROGRAM)
	sh lessons/models.sh ./$(PROGRAM)
	+@$(submake) all
	UPDATE=1 tests/models/run
	+@$(submake) all

## compiles the program as the module of pages, lib/page/attnviz.wasm.gz; needs clang, lld, wasi-libc and binaryen
page:
	@sh tests/packages.sh --install page
	@sh lib/page/sources.sh build/page/sources
	+@$(submake) $(PAGE)

## has Graphviz place the diagrams of the lessons whose formulas changed
flows: $(PROGRAM)
	sh lessons/flows.sh ./$(PROGRAM)
	+@$(submake) all

## removes all that was built
clean:
	rm -rf build attnviz

## this list
help:
	@awk '/^[a-z-]+:/ && about { sub(/:.*/, "", $$1); printf "  make %-11s %s\n", $$1, about } \
	      { about = /^## / ? substr($$0, 4) : "" }' Makefile

# ---- building ----

# the unit tests of this variant, and what replays the corpora of tests/fuzz
units: $(UNIT_TESTS) $(BUILD)/tests/dump_arrays fuzz-targets

fuzz-targets: $(FUZZ_TARGETS)

# what a compiler without the sanitizers' libraries cannot build, the tests skip, and say so
sanitized:
	@mkdir -p $(BUILD)
	+@if echo 'int main(void) { return 0; }' | \
	    $(CC) $(asan_CFLAGS) -x c - -o $(BUILD)/probe 2>$(BUILD)/probe.log; \
	then $(submake) all units; \
	else echo 'attnviz: this compiler cannot link the sanitizers ($(BUILD)/probe.log)'; fi

# says what is missing, if anything, before the compiler does it in its own words
packages:
	@sh tests/packages.sh build

$(PROGRAM): $(CLI_OBJECTS) $(ARCHIVE)
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS) $($(VARIANT)_LDFLAGS) $^ $(LIBS) -o $@

$(ARCHIVE): $(LIB_OBJECTS) $(BUILD)/lessons.o
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) $(ARFLAGS) $@ $^

$(SHARED): $(LIB_OBJECTS) $(BUILD)/lessons.o
	$(call say,LINK,$@)
	$(Q)$(CC) $(LDFLAGS) $(filter-out -pie,$(release_LDFLAGS)) $(SHARED_LDFLAGS) $^ $(LIBS) -o $@

# the scripts come out of the program's own tables of options
$(COMPLETIONS): $(PROGRAM)
	$(call say,MAKE,$@)
	$(Q)mkdir -p $(@D) && ./attnviz help --completion $(COMPLETION_$(@F)) >$@
COMPLETION_attnviz      := bash
COMPLETION__attnviz     := zsh
COMPLETION_attnviz.fish := fish

# Makefile: other flags, other objects
$(BUILD)/lib/%.o: lib/%.c Makefile | packages
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(ALL_CFLAGS) $(LIB_INCLUDE) -c $< -o $@

# without the libraries' headers: the commands know the library alone
$(BUILD)/cli/%.o: cli/%.c Makefile | packages
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(ALL_CFLAGS) -c $< -o $@

$(BUILD)/tests/%: tests/unit/%.c $(ARCHIVE)
	$(call say,TEST,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(ALL_CFLAGS) $(LIB_INCLUDE) $(CHECK_INCLUDE) $(LDFLAGS) \
	    $($(VARIANT)_LDFLAGS) $< $(ARCHIVE) $(LIBS) $(CHECK_LIBS) -o $@

$(BUILD)/tests/dump_arrays: tests/arrays/dump.c $(ARCHIVE)
	$(call say,TEST,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(ALL_CFLAGS) $(LDFLAGS) $($(VARIANT)_LDFLAGS) $< $(ARCHIVE) $(LIBS) -o $@

# what the benchmark measures, and measures with: each program linked with what it needs alone, for
# every library costs time at its start. Peers are built for this very machine.
bench-programs: $(BENCHES)
	@:

$(BUILD)/bench/%: tests/bench/%.c $(ARCHIVE)
	$(call say,BENCH,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(ALL_CFLAGS) $(BENCH_CFLAGS) $(LIB_INCLUDE) $< $(BENCH_LIBS) -o $@

$(BUILD)/bench/%: private BENCH_LIBS = $(ARCHIVE) $(LIBS)
$(BUILD)/bench/stat: private BENCH_LIBS :=
$(BUILD)/bench/pango_floor: private BENCH_LIBS = $(call packages,--libs pangocairo libpng)
$(BUILD)/bench/png_floor: private BENCH_LIBS = $(call packages,--libs libpng zlib) -lm
$(BUILD)/bench/png_floor: private BENCH_CFLAGS := -O3 -march=native
$(BUILD)/bench/openblas_product: private BENCH_LIBS = $(call packages,--cflags --libs openblas)

# a target with libFuzzer, or in the other variants with a main that replays inputs
FUZZ_COMMON := $(addprefix $(BUILD)/tests/fuzz/,fuzz.o beside.o tree.o program.o)
FUZZ_COMMON += $(if $(filter fuzz,$(VARIANT)),,$(BUILD)/tests/fuzz/replay.o)
$(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(FUZZ_COMMON) $(CLI_OBJECTS) $(ARCHIVE)
	$(call say,FUZZ,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(LDFLAGS) $($(VARIANT)_LDFLAGS) \
	    $(if $(filter fuzz,$(VARIANT)),-fsanitize=fuzzer) \
	    $(filter-out $(BUILD)/cli/main.o,$^) $(LIBS) -o $@

.SECONDARY: $(patsubst %,$(BUILD)/tests/fuzz/%.o,$(notdir $(FUZZ_TARGETS)))
$(BUILD)/tests/fuzz/%.o: tests/fuzz/%.c | packages
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(ALL_CFLAGS) $(LIB_INCLUDE) -c $< -o $@

# the table of commands, whose main is not to be the process's
$(BUILD)/tests/fuzz/program.o: cli/main.c | packages
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(ALL_CFLAGS) -Dmain=attnviz_main -Wno-missing-prototypes -c $< -o $@

# the kernels, once for each instruction set; which one runs is decided at run time
ifneq ($(filter x86_64-%,$(MACHINE)),)
$(BUILD)/lib/tensor/kernel_avx2.o: private MACHINE_CFLAGS := -mavx2 -mfma
$(BUILD)/lib/tensor/kernel_avx512.o: private MACHINE_CFLAGS := -mavx512f
endif

# ---- the lessons, as a table in C (lib/lesson/builtin/library.h) ----

$(BUILD)/lessons.o: build/lessons.c $(CARRIED) Makefile
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(ALL_CFLAGS) -c $< -o $@

build/lessons.c: $(CARRIED) lessons lib/lesson/builtin/carry.sh
	$(call say,CARRY,$@)
	$(Q)mkdir -p $(@D) && sh lib/lesson/builtin/carry.sh $(CARRIED) >$@

build/load.js: $(addprefix lib/page/scripts/,letters.js load.js)
build/page.js: $(addprefix lib/page/scripts/,ask.js maps.js flow.js film.js own.js page.js)
build/sheet.js: $(addprefix lib/page/scripts/,ask.js sheet.js)
build/worker.js: $(addprefix lib/page/scripts/,letters.js worker.js)
build/page.css: lib/render/html/page.css
$(PAGE_SCRIPTS) build/worker.js build/page.css: lib/page/scripts/shrink.sh Makefile
	$(Q)mkdir -p $(@D) && sh lib/page/scripts/shrink.sh $(filter-out %.sh Makefile,$^) >$@

# the script of a page runs by its checksum, in base 64, which the page's policy names
build/%.js.sha256: build/%.js lib/page/scripts/sum.sh
	$(Q)mkdir -p $(@D) && sh lib/page/scripts/sum.sh $< >$@

# ---- the module of pages: the same C as WebAssembly ----

PAGE := lib/page/attnviz.wasm.gz
# what draws with Pango and Cairo
DRAWS := $(addprefix lib/picture/style/,canvas.c lettering.c live_letters.c rich.c)
DRAWS += $(addprefix lib/picture/layout/,chart.c foot.c grid.c overlay.c sheet.c sheet_check.c)
DRAWS += $(addprefix lib/picture/layout/,tile.c tile_place.c tile_ranges.c)
DRAWS += $(addprefix lib/picture/views/,asker.c links.c passage.c flow_place.c flow_lines.c)
DRAWS += lib/picture/paint/% lib/render/worksheet/% lib/api/api_view.c
# what unpacks pictures
UNPACKS := $(addprefix lib/files/pixels/,film_read.c jpeg_read.c png_read.c) lib/files/png/%
# what needs a disk, threads, or a library that draws or unpacks: lib/page stands in for it
PAGE_LEFT_OUT := $(addprefix lib/core/,pool.c locale.c) $(addprefix lib/files/bytes/,input.c open.c output.c folder.c)
PAGE_LEFT_OUT += $(UNPACKS) lib/files/zip/zip_member.c lib/files/arrays/array_write_npy.c
PAGE_LEFT_OUT += lib/text/tokenizer/hub_prepare.c lib/lesson/builtin/library.c $(DRAWS)
# and what no page does: train on a corpus, write text for a terminal, Markdown or LaTeX
PAGE_LEFT_OUT += $(filter-out lib/corpus/parts.c lib/corpus/treebank.c,$(wildcard lib/corpus/*.c)) lib/corpus/scene/%
PAGE_LEFT_OUT += lib/corpus/spoken/% lib/corpus/stream/% lib/render/terminal/% lib/render/page/%
PAGE_LEFT_OUT += lib/document/flow/flow_find.c
PAGE_LEFT_OUT += $(addprefix lib/render/html/,html_data.c html_live.c html_course.c)
PAGE_OBJECTS := $(filter-out $(PAGE_LEFT_OUT),$(LIB_SOURCES))
PAGE_OBJECTS += $(sort $(wildcard lib/page/*.c))
PAGE_OBJECTS := $(patsubst %.c,build/page/%.o,$(PAGE_OBJECTS)) build/page/cjson.o build/page/utf8proc.o

PAGE_CC  := clang --target=wasm32-wasi
PAGE_LD  := wasm-ld
PAGE_LIB  = /usr/lib/wasm32-wasi/libc.a \
    $(lastword $(wildcard /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a))
# numbers come in vectors of four; all is as small as it can be, for most of a page is the module
build/page/lib/tensor/%.o: private PAGE_CFLAGS += -msimd128
PAGE_CFLAGS := -Oz -flto
PAGE_INLINE := -inline-threshold=-5 -inlinecold-threshold=0
PAGE_OPT := wasm-opt -Oz --converge --low-memory-unused --zero-filled-memory --enable-simd

build/page/lib/%.o: lib/%.c Makefile
	$(call say,WASM,$<)
	$(Q)mkdir -p $(@D) && $(PAGE_CC) $(LANGUAGE) $(PAGE_CFLAGS) $(INCLUDE) $(filter-out -pthread,$(LIB_INCLUDE)) -MMD -MP \
	    -ffunction-sections -fdata-sections -c $< -o $@

build/page/cjson.o: build/page/sources/cjson/cJSON.c
build/page/utf8proc.o: private PAGE_CFLAGS += -DUTF8PROC_DATA='"../sources/utf8proc/utf8proc_data.c"' -DLETTERS='"letters.inc"'
build/page/utf8proc.o: build/page/letters/utf8proc.c build/page/letters/utf8proc_data.c lib/page/letters.h
build/page/cjson.o build/page/utf8proc.o:
	$(call say,WASM,$<)
	$(Q)$(PAGE_CC) $(PAGE_CFLAGS) -Ilib -ffunction-sections -fdata-sections -c $< -o $@

# utf8proc with its tables packed
build/page/letters/utf8proc.c: build/page/sources/utf8proc/utf8proc.c
	$(Q)mkdir -p $(@D) && cp $< $(<:.c=.h) $(@D)
build/page/letters/utf8proc_data.c: lib/page/scripts/letters_data.c build/page/letters/letters.inc
	$(Q)cp $< $@
build/page/letters/letters.inc: lib/page/scripts/letters_pack.c lib/page/letters.h build/page/sources/utf8proc/utf8proc.c
	$(call say,PACK,$@)
	$(Q)mkdir -p $(@D) && $(CC) -std=c11 -w -O1 -Ilib -Ibuild/page/sources/utf8proc -DUTF8PROC='"utf8proc.c"' \
	    $< -o build/page/letters/pack
	$(Q)build/page/letters/pack >$(@D)/packed && od -An -v -tu1 $(@D)/packed | sed 's/\([0-9]\)\( \|$$\)/\1,\2/g' >$@

$(PAGE): $(if $(filter page $(PAGE),$(MAKECMDGOALS)),$(PAGE_OBJECTS))
	$(call say,LINK,$@)
	$(Q)$(PAGE_LD) --gc-sections --no-entry --strip-all -O2 --lto-O2 $(addprefix -mllvm ,$(PAGE_INLINE)) -z stack-size=1048576 \
	    --initial-memory=4194304 --max-memory=2147483648 $^ $(PAGE_LIB) -o build/page/linked.wasm
	$(Q)$(PAGE_OPT) build/page/linked.wasm -o build/page/attnviz.wasm
	$(Q)zopfli --i30 -c build/page/attnviz.wasm >$@

# ---- the unit tests as WebAssembly: the same C on a machine of 32 bits ----

# what WASI has nothing for: threads, signals, setjmp, and what draws; a test that comes to it ends
WASM_LEFT_OUT := lib/core/pool.c lib/files/bytes/output.c $(UNPACKS) $(DRAWS)
WASM_OBJECTS := $(patsubst %.c,build/wasm/%.o,$(filter-out $(WASM_LEFT_OUT),$(LIB_SOURCES)))
WASM_OBJECTS += $(addprefix build/wasm/,lessons.o cjson.o utf8proc.o)
# tests of what is left out of it: threads and processes; files and links of a disk; pictures that are drawn, or unpacked,
# as some lessons do; patterns of PCRE2; locales
WASM_TESTS_LEFT_OUT := pool program_threads attnviz array files_io files_open
WASM_TESTS_LEFT_OUT += files_film files_jpeg files_png files_unreadable png_data lesson_faults
WASM_TESTS_LEFT_OUT += array_map document flow lettering scarcity sheet views worksheet
WASM_TESTS_LEFT_OUT += board calls mistakes same scale_group switches hostile tokenizer locale
WASM_TESTS := $(filter-out $(WASM_TESTS_LEFT_OUT:%=tests/unit/test_%.c),$(sort $(wildcard tests/unit/test_*.c)))
WASM_TESTS := $(WASM_TESTS:tests/unit/%.c=build/wasm/tests/%.wasm)

# what is undefined traps, as it does in the build with sanitizers
WASM_CFLAGS := -O1 -g -fsanitize=undefined,float-cast-overflow -fsanitize-trap=all
WASM_CFLAGS += -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS -DF_DUPFD_CLOEXEC=1030
WASM_LIB     = $(addprefix -lwasi-emulated-,mman signal process-clocks)
build/wasm/lib/tensor/%.o: private WASM_CFLAGS += -msimd128
wasm_compile = $(PAGE_CC) $(LANGUAGE) $(WASM_CFLAGS) $(INCLUDE) $(filter-out -pthread,$(LIB_INCLUDE)) -MMD -MP

build/wasm/lib/%.o: lib/%.c Makefile
	$(call say,WASM,$<)
	$(Q)mkdir -p $(@D) && $(wasm_compile) -c $< -o $@

build/wasm/lessons.o: build/lessons.c
build/wasm/cjson.o: build/page/sources/cjson/cJSON.c Makefile
build/wasm/utf8proc.o: build/page/sources/utf8proc/utf8proc.c
build/wasm/cjson.o build/wasm/utf8proc.o: private WASM_CFLAGS := -O1
build/wasm/lessons.o build/wasm/cjson.o build/wasm/utf8proc.o:
	$(call say,WASM,$<)
	$(Q)mkdir -p $(@D) && $(wasm_compile) -w -c $< -o $@

build/wasm/tests/%.o: tests/%.c tests/wasm/check.h Makefile
	$(call say,WASM,$<)
	$(Q)mkdir -p $(@D) && $(wasm_compile) -Itests/wasm -c $< -o $@

# without -O, which would have wasm-opt take the names of functions away
build/wasm/tests/%.wasm: build/wasm/tests/unit/%.o build/wasm/tests/wasm/wasi.o $(WASM_OBJECTS)
	$(call say,LINK,$@)
	$(Q)$(PAGE_CC) $^ $(WASM_LIB) -Wl,--unresolved-symbols=ignore-all,--wrap=fcntl,-z,stack-size=8388608 -o $@

.SECONDARY: $(WASM_TESTS:build/wasm/tests/%.wasm=build/wasm/tests/unit/%.o) build/wasm/tests/wasm/wasi.o

build/wasm/tests/units: $(WASM_TESTS)
	$(Q)printf '%s\n' $^ >$@

# where it cannot be compiled, tests/wasm/run says so
units-wasm:
	+@if [ -e /usr/lib/wasm32-wasi/libc.a ] && command -v clang >/dev/null && command -v wasm-ld >/dev/null && \
	    sh lib/page/sources.sh build/page/sources; \
	then $(submake) build/wasm/tests/units; \
	else echo 'attnviz: nothing here compiles the unit tests as WebAssembly'; fi

-include $(PAGE_OBJECTS:.o=.d)
-include $(LIB_OBJECTS:.o=.d) $(CLI_OBJECTS:.o=.d) $(UNIT_TESTS:=.d) $(BUILD)/tests/dump_arrays.d $(BENCHES:=.d)
-include $(BUILD)/lessons.d $(wildcard $(BUILD)/tests/fuzz/*.d)
