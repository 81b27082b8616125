attnviz explain --color=auto | LC_ALL=C grep -c "$(printf '\033')"
