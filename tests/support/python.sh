# Sourced by the test scripts that are written in Python: runs FILE.py beside the script with the
# first Python that has what it needs, or says loudly that there is none. NumPy keeps to one thread: the tests
# share the processor, and its threads spin while they wait.
#
#   run_python NAME FILE.py MODULE     MODULE: what Python must be able to import

run_python()
{
    for python in "${PYTHON:-python3}" python3 /usr/bin/python3; do
        if "$python" -c "import $3" 2>/dev/null; then
            PYTHONDONTWRITEBYTECODE=1 PYTHONUTF8=1 OPENBLAS_NUM_THREADS=1 exec "$python" "$2"
        fi
    done
    echo "SKIP $1: no python3 here that can import $3 (Debian: apt install python3 python3-numpy python3-jsonschema)"
    echo "$1: 0 passed, 0 failed, 1 skipped"
    exit 0
}
