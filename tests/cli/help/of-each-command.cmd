# however it is asked, a command says the same
attnviz help explain >said && attnviz explain --help | cmp - said && attnviz explain -h | cmp - said
attnviz help heatmap >said && attnviz heatmap --help | cmp - said && attnviz heatmap -h | cmp - said
attnviz help attend >said && attnviz attend --help | cmp - said && attnviz attend -h | cmp - said
attnviz help generate >said && attnviz generate --help | cmp - said && attnviz generate -h | cmp - said
attnviz help train >said && attnviz train --help | cmp - said && attnviz train -h | cmp - said
attnviz help evaluate >said && attnviz evaluate --help | cmp - said && attnviz evaluate -h | cmp - said
attnviz help check >said && attnviz check --help | cmp - said && attnviz check -h | cmp - said
attnviz help lessons >said && attnviz lessons --help | cmp - said && attnviz lessons -h | cmp - said
attnviz help glossary >said && attnviz glossary --help | cmp - said && attnviz glossary -h | cmp - said
attnviz help corpus >said && attnviz corpus --help | cmp - said && attnviz corpus -h | cmp - said
attnviz help worksheet >said && attnviz worksheet --help | cmp - said && attnviz worksheet -h | cmp - said
attnviz help check >said && attnviz check --help | cmp - said && attnviz check -h | cmp - said
attnviz help help >said && attnviz help --help | cmp - said && attnviz help -h | cmp - said
