# the whole course as a folder, which may not be there yet; its list
attnviz lessons --format html --output course/ && ls course | head -n 5 && ls course | wc -l
sed '1,/^<body>/d; /<h2>Self-attention/,$d' course/index.html
sed -n '/^<section class="term" id="term-3">/,/^<\/section>/p; /^<nav/,/^<\/nav>/p' course/glossary.html course/scores.html
attnviz lessons -o course; echo $?
attnviz lessons --format html; echo $?
attnviz lessons --format text -o other; echo $?; attnviz lessons -o none/course; echo $?; ls
