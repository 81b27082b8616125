printf 'good\nla fianc\351e\n' >latin1.txt; attnviz heatmap latin1.txt
