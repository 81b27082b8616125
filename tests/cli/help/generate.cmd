attnviz help generate; attnviz generate -h | cmp - "$CASES/generate.stdout"; attnviz generate --help >/dev/null
