# what a sheet says can be handed in: values with a name, and the parts of what a step shows side by side
attnviz worksheet grouped-queries --seed 1 --solved | grep -A 3 '^    and let'
attnviz worksheet old-x --seed 1 --solved | grep -o 'first (3×4)'
