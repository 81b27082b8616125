# two maps of 2000 cells each do not fit on one picture with all their numbers
awk 'BEGIN { printf "{ \"attnviz\": 1, \"title\": \"Large\", \"given\": {"
    for (k = 0; k < 2; k++) { printf "%s\"%s\": [", k ? "," : "", k ? "y" : "x"; for (i = 0; i < 2000; i++) printf "%s%d", i ? "," : "", i * (k + 1) % 7; printf "]" }
    printf "}, \"steps\": [ { \"say\": \"Both.\", \"heatmap\": [\"x\", \"y\"] } ] }" }' >large.json
attnviz heatmap large.json && ls
