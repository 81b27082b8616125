# maps that do not fit on one picture
awk 'BEGIN { printf "{ \"attnviz\": 1, \"title\": \"Large\", \"given\": { \"x\": ["
    for (i = 0; i < 2000; i++) printf "%s%d", i ? "," : "", i % 7
    printf "] }, \"steps\": [ { \"compute\": \"y = x + 1\", \"heatmap\": \"y\" } ], \"switches\": { \"one\": [\"y = x\"] } }" }' >large.json
attnviz heatmap large.json --without one && ls
