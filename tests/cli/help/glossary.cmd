attnviz help glossary
