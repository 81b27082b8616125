# masked weights are drawn as masked, but the picture carries them as they are: 0
attnviz heatmap masked --show A,S -o masked.png && attnviz heatmap --read masked.png >read.json
grep -o '"data":\[\[[^a-z]*\]\]' read.json
attnviz explain masked --only A --format json | grep -o '"data":\[\[[^a-z]*\]\]' | grep -cFf - read.json
