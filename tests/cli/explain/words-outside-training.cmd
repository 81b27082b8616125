# two words that training never saw are two words, and have their places
attnviz explain meaning --sentence 'We left the zebra near the bank.' --input other='We left the gnu near the bank.' --only a,b
attnviz explain long-range --sentence 'The zebra that saw the gnus <mask> old.' --only hole
