cat >scripts.json <<'END'
{ "attnviz": 1, "title": "Every script", "sequences": { "source": ["le", "किताब", "ทำงาน",
  "我爱水课", "قطة", "חתול", "👩‍👩‍👧", "한국", "বাংলা", "ﾈｺﾞ"] }, "indices": { "i": "source" },
  "given": { "v": [0.1, 0.5, 0.2, 0.9, 0.4, 0.3, 0.1, 0.2, 0.3, 0.7] },
  "steps": [ { "compute": ["w_i = v_i", "A_i = [v_i, v_i^2]"], "table": ["source", "w"],
               "plot": { "x": "source", "y": "w" } } ] }
END
attnviz explain scripts.json
