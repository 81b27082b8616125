# a page of HTML that needs no file beside it; its looks and scripts are left out here
attnviz explain analogy --format html -o notes.html; ls; sed -e "s/sha256-[^']*/sha256-…/g" -e '/^<style>/,/^<\/style>/d' -e '/^<script.*<\/script>$/d' -e '/^<script/,/<\/script>$/d' notes.html
