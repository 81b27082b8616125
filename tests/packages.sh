#!/bin/sh
# packages.sh [--install] GROUP …: finds out what is missing on this machine.
#
# Groups: build (to compile), draw (fonts for the pictures), test (to run all tests), bench (the
# programs that the benchmark compares with), page (to compile the module of pages), browser (to try
# pages in one).
# Without --install, or where packages cannot be installed from here, it prints the exact list and the
# commands for several systems, and ends with status 1. With --install, on a system with apt-get, it
# says what it is about to run, and runs it. Finding everything in place takes a fraction of a second.
set -u

# group | what | how to see that it is there | Debian | Fedora (dnf) | Arch (pacman) | brew
needs() {
    cat <<'TABLE'
build|a C compiler|has_compiler|gcc libc6-dev|gcc|gcc|gcc
build|pkg-config|has pkg-config|pkg-config|pkgconf-pkg-config|pkgconf|pkgconf
build|libcjson|module libcjson|libcjson-dev|cjson-devel|cjson|cjson
build|libutf8proc|module libutf8proc|libutf8proc-dev|utf8proc-devel|libutf8proc|utf8proc
build|libpcre2|module libpcre2-8|libpcre2-dev|pcre2-devel|pcre2|pcre2
build|libpng|module libpng|libpng-dev|libpng-devel|libpng|libpng
build|libjpeg|module libjpeg|libjpeg62-turbo-dev|libjpeg-turbo-devel|libjpeg-turbo|jpeg-turbo
build|zlib|module zlib|zlib1g-dev|zlib-devel|zlib|zlib
build|pangocairo|module pangocairo|libpango1.0-dev|pango-devel|pango|pango
draw|fontconfig (fc-list)|has fc-list|fontconfig|fontconfig|fontconfig|fontconfig
draw|the font DejaVu Sans|font DejaVu.Sans|fonts-dejavu-core|dejavu-sans-fonts|ttf-dejavu|font-dejavu
draw|a font with Chinese|script zh-cn|fonts-wqy-microhei|google-noto-sans-cjk-fonts|noto-fonts-cjk|font-noto-sans-cjk-sc
draw|a font with Arabic|script ar|fonts-dejavu-core|google-noto-sans-arabic-fonts|noto-fonts|font-noto-sans-arabic
draw|a font with emoji in colour|character 1f600:color=true|fonts-noto-color-emoji|google-noto-color-emoji-fonts|noto-fonts-emoji|font-noto-color-emoji
test|the unit test library check|module check|check|check-devel|check|check
test|valgrind|has_valgrind|valgrind libc6-dbg|valgrind|valgrind|
test|Python with NumPy|imports numpy|python3-numpy|python3-numpy|python-numpy|numpy
test|Python with jsonschema|imports jsonschema|python3-jsonschema|python3-jsonschema|python-jsonschema|
test|Python with sentencepiece|imports sentencepiece|python3-sentencepiece|python3-sentencepiece|python-sentencepiece|
test|rsvg-convert|has rsvg-convert|librsvg2-bin|librsvg2-tools|librsvg|librsvg
test|pdftoppm|has pdftoppm|poppler-utils|poppler-utils|poppler|poppler
test|dot of Graphviz|has dot|graphviz|graphviz|graphviz|graphviz
test|node (Node.js)|has_node|nodejs|nodejs|nodejs|node
test|groff|has groff|groff-base|groff-base|groff|groff
test|cmark-gfm or cmark|has_cmark|cmark-gfm|cmark|cmark|cmark-gfm
test|strace|has_strace|strace|strace|strace|
test|the sources of locales|has_locales|locales|glibc-locale-source|glibc|
page|clang|has clang|clang|clang|clang|llvm
page|the linker wasm-ld|has wasm-ld|lld|lld|lld|lld
page|the C library of WebAssembly|file /usr/lib/wasm32-wasi/libc.a|wasi-libc|wasi-libc-static|wasi-libc|wasi-libc
page|the runtime of clang for it|runtime|libclang-rt-14-dev-wasm32|compiler-rt|wasi-compiler-rt|wasi-runtimes
page|wasm-opt|has wasm-opt|binaryen|binaryen|binaryen|binaryen
page|zopfli|has zopfli|zopfli|zopfli|zopfli|zopfli
browser|chromium|has_browser|chromium|chromium|chromium|
browser|its driver|has chromedriver|chromium-driver|chromedriver|chromium|
bench|gnuplot|has gnuplot|gnuplot-nox|gnuplot|gnuplot|gnuplot
bench|Python with NumPy|imports numpy|python3-numpy|python3-numpy|python-numpy|numpy
bench|Python with matplotlib|imports matplotlib|python3-matplotlib|python3-matplotlib|python-matplotlib|python-matplotlib
bench|Python with Pillow|imports PIL|python3-pil|python3-pillow|python-pillow|pillow
bench|Python with PyTorch|imports torch|python3-torch|python3-torch|python-pytorch|pytorch
bench|Python with sentencepiece|imports sentencepiece|python3-sentencepiece|python3-sentencepiece|python-sentencepiece|
bench|OpenBLAS|module openblas|libopenblas-dev|openblas-devel|openblas|openblas
TABLE
}

has() { command -v "$1" >/dev/null 2>&1; }
module() { has pkg-config && pkg-config --exists "$1"; }
has_compiler() { has "${CC:-cc}" || has gcc || has clang; }
# for Linux; the second for systems with its usual C library alone
has_strace() { [ "$(uname)" != Linux ] || has strace; }
has_locales() { ! has localedef || [ "$(uname)" != Linux ] || [ -e /usr/share/i18n/locales/de_DE ]; }
has_node() { has node || has nodejs; }
has_browser() { has chromium || has chromium-browser || has google-chrome; }
has_cmark() { has cmark-gfm || has cmark; }
# without the symbols of libc, valgrind is there and cannot start; on macOS there is none
has_valgrind() {
    [ "$(uname)" = Darwin ] && return 0
    has valgrind && { [ ! -r /proc/self/maps ] || valgrind -q true >/dev/null 2>&1; }
}
imports() {
    for python in python3 /usr/bin/python3; do
        if has "$python" && "$python" -c "import $1" 2>/dev/null; then return 0; fi
    done
    return 1
}
file() { [ -e "$1" ]; }
runtime() { ls /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a >/dev/null 2>&1; }
fonts() { has fc-list && fc-list "$1" family 2>/dev/null | grep -q .; }
font() { fonts ":family=$(echo "$1" | tr . ' ')"; }
script() { fonts ":lang=$1"; }
character() { fonts ":charset=$1"; } # in hexadecimal; more of the pattern may follow

groups=
install=no
for word in "$@"; do
    case $word in
    --install) install=yes ;;
    *) groups="$groups $word" ;;
    esac
done

# Fills the lists of what is missing, one for each system.
look() {
    what='' debian='' fedora='' arch='' brew=''
    while IFS='|' read -r group name probe on_debian on_fedora on_arch on_brew; do
        case " $groups " in *" $group "*) ;; *) continue ;; esac
        if $probe; then continue; fi
        what="$what  $name
"
        debian="$debian $on_debian" fedora="$fedora $on_fedora"
        arch="$arch $on_arch" brew="$brew $on_brew"
    done <<TABLE
$(needs)
TABLE
}

# each word once, in the order of the alphabet
once() { printf '%s\n' $1 | sort -u | tr '\n' ' ' | sed 's/ $//'; }

give_up() {
    printf 'attnviz: missing on this machine:\n%s' "$what"
    printf 'Install them and try again:\n'
    printf '  Debian, Ubuntu  apt-get install %s\n' "$(once "$debian")"
    printf '  Fedora          dnf install %s\n' "$(once "$fedora")"
    printf '  Arch            pacman -S %s\n' "$(once "$arch")"
    printf '  macOS, brew     brew install %s\n' "$(once "$brew")"
    exit 1
} >&2

# As root, or through sudo, which may ask for the password.
as_root() {
    echo "+ ${sudo}apt-get $*"
    if [ -n "$sudo" ]; then
        sudo env DEBIAN_FRONTEND=noninteractive apt-get "$@" </dev/null
    else
        DEBIAN_FRONTEND=noninteractive apt-get "$@" </dev/null
    fi
}

look
[ -n "$what" ] || exit 0
[ "$install" = yes ] || give_up
has apt-get || give_up
sudo=
if [ "$(id -u)" -ne 0 ]; then
    has sudo || give_up
    sudo='sudo '
fi

printf 'attnviz: missing on this machine:\n%s' "$what"
echo 'They are packages of this system; these commands install them:'
# stale lists are no reason to stop: the packages may be there all the same
as_root -q update || echo 'attnviz: apt-get update failed; trying with the lists at hand' >&2
# shellcheck disable=SC2046
as_root -q -y install --no-install-recommends $(once "$debian") || give_up
look
[ -n "$what" ] || exit 0
printf 'attnviz: still missing, or not able to run here:\n%s' "$what" >&2
# without a tool that only tests need, these tests are skipped, and say so
case $groups in *' test'*) groups=$(echo "$groups" | sed 's/ test//; s/ browser//; s/ page//') ;; esac
look
[ -z "$what" ] || give_up
