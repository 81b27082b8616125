attnviz heatmap ' !! ?'; attnviz heatmap ' '; attnviz heatmap "$(printf 'caf\351 noir')"
