# a paragraph, and all pages together, have an end
# slow under sanitizers
lesson() { # STEPS WORDS
    awk -v steps="$1" -v words="$2" 'BEGIN {
        printf "{ \"attnviz\": 1, \"title\": \"Long\", \"given\": { \"x\": [1, 2, 3] }, "
        printf "\"vary\": { \"x\": { \"integers\": [1, 5] } }, \"steps\": ["
        for (i = 0; i < steps; i++) {
            printf "%s{ \"say\": \"", i ? "," : ""
            for (k = 0; k < words; k++) printf "words "
            printf "\", \"compute\": \"y_%d = x + 1\" }", i + 1
        }
        printf "] }" }'
}
lesson 1 11000 >paragraph.json
attnviz worksheet paragraph.json -o sheet.pdf; echo $?
lesson 401 900 >pages.json
attnviz worksheet pages.json -o sheet.pdf; echo $?
ls
