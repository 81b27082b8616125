attnviz corpus reading -n 20000 --roles >all
# as many words, originals and marks on each line; marks 0, 1 and 2; places within the line
awk -F "\t" "{ n = split(\$1, a, \" \"); if (NF != 4 || n != split(\$2, b, \" \") || n != split(\$3, c, \" \")) print }
    { for (i = 1; i <= n; i++) if ((a[i] == b[i]) != (c[i] == 0)) print }" all
cut -f2 all | sort | uniq -d
cut -f3 all | tr " " "\n" | sort -u
