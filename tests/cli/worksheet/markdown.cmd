attnviz worksheet encoder --seed 2 --format markdown
