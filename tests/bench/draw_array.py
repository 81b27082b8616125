# draw_array.py imsave|pillow FILE OUT.png: a matrix of a file as a picture, a pixel for each number.
import json
import sys

import numpy as np

how, path, out = sys.argv[1:]
if path.endswith(".json"):
    with open(path, encoding="utf-8") as file:
        matrix = np.array(json.load(file)["matrix"], dtype=np.float32)
elif path.endswith(".tsv"):
    matrix = np.loadtxt(path, delimiter="\t", dtype=np.float32)
else:
    matrix = np.load(path)

if how == "imsave":
    import matplotlib.image
    matplotlib.image.imsave(out, matrix)
else:
    from PIL import Image
    picture = Image.fromarray((matrix * (255 / matrix.max())).astype(np.uint8), "P")
    picture.putpalette([level for k in range(256) for level in (255 - k, 255 - k // 2, 255)])
    picture.save(out)
