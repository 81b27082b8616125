# hard attention beside soft: the same scale, the same axes
attnviz heatmap hard-attention -o h.png && attnviz heatmap --read h.png
