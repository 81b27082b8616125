for shell in bash zsh fish; do attnviz help --completion "$shell" | grep "^# Completion"; done
