# a map for each of 12 layers of 12 heads: shapes, with one number for each layer and head
awk 'BEGIN { for (l = 0; l < 12; l++) { printf l ? "," : "["; for (h = 0; h < 12; h++) { printf h ? "," : "[";
    for (i = 0; i < 6; i++) { printf i ? "," : "["; for (j = 0; j < 6; j++) printf "%s%d", j ? "," : "[", j == (i + l + h) % 6; printf "]" }
    printf "]" } printf "]" } print "]" }' >many.json
attnviz heatmap many.json --axes layer,head,query,key --text live -o many.svg
grep -o '<svg .*width="[0-9]*px" height="[0-9]*px"' many.svg | grep -o '[0-9]*px'
sed -n 's/<text .*<tspan[^>]*>\(.*\)<\/tspan><\/text>/\1/p' many.svg
attnviz heatmap many.json --axes layer,head,query,key --layer 3 --head 5 --text live -o many.svg
sed -n 's/<text .*<tspan[^>]*>\(.*\)<\/tspan><\/text>/\1/p' many.svg | head -n 3
