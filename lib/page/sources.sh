#!/bin/sh
# sources.sh FOLDER: puts the sources of cJSON and utf8proc there, as Debian has them, for make page: the libraries
# that Debian builds run on the machine's own processor alone, and the page needs them as WebAssembly.
# apt-get loads them into FOLDER; nothing else on the machine changes.
set -eu
folder=$1
if [ -d "$folder/cjson" ] && [ -d "$folder/utf8proc" ]; then exit 0; fi
mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
cd "$folder"
. /etc/os-release
{
    echo "deb-src http://deb.debian.org/debian $VERSION_CODENAME main"
    echo "deb-src http://deb.debian.org/debian-security $VERSION_CODENAME-security main"
} >sources.list
apt() {
    apt-get -q -o Dir::Etc::sourcelist="$PWD/sources.list" -o Dir::Etc::sourceparts=- \
        -o Dir::State::lists="$PWD/lists" -o Dir::Cache="$PWD/cache" -o APT::Sandbox::User=root "$@"
}
apt update
apt source cjson utf8proc
mv cjson-*/ cjson
mv utf8proc-*/ utf8proc
