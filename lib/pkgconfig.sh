#!/bin/sh
# pkgconfig.sh PREFIX LIBDIR INCLUDEDIR VERSION LIBS: writes attnviz.pc.
#
# Folders below the prefix are found from the place of attnviz.pc itself, so that what was installed may
# lie in a DESTDIR, or be moved.
#
# LIBS, what attnviz itself is linked with, is for programs that take the archive. They are no "Requires":
# attnviz.h needs none of their headers, and a program linked with the shared library none of their packages.
set -eu

prefix=$1 libdir=$2 includedir=$3
case $libdir in
"$prefix"/*)
    below=${libdir#"$prefix"/}
    libdir="\${prefix}/$below"
    prefix="\${pcfiledir}/../$(printf '%s' "$below" | sed 's|[^/][^/]*|..|g')"
    ;;
esac
case $includedir in "$1"/*) includedir="\${prefix}/${includedir#"$1"/}" ;; esac

cat <<END
prefix=$prefix
libdir=$libdir
includedir=$includedir

Name: attnviz
Description: attention, computed before your eyes
Version: $4
Libs: -L\${libdir} -lattnviz
Libs.private: $5
Cflags: -I\${includedir}
END
