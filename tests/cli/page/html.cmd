# a page of HTML that needs no file beside it; its looks are left out here
attnviz explain analogy --format html -o notes.html; ls; sed '/^<style>/,/^<\/style>/d' notes.html
