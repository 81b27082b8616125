# from three files, every value on the way
printf '1,0\n0,1\n1,1\n' >q.csv
printf '1,0\n0,2\n' >k.csv
printf '1,2,3\n4,5,6\n' >v.csv
attnviz attend q.csv k.csv v.csv
