attnviz frobnicate
# the dashes are no letters that two options share
attnviz heatmap --only
