attnviz heatmap multi-head --show A -o one.png; attnviz heatmap multi-head --show A_j -o each.png; cmp one.png each.png
