"""All hostile input: damaged lessons, absurd ones, wrong weights, dangerous text, strange files, ways out."""

import documents
import files
import grammars
import links
import mutations
import pictures
import scenes
import text
import weights
from judge import Report

report = Report("hostile")
for part in (documents, weights, files, links, text, pictures, grammars, scenes, mutations):
    part.run(report)
report.end()
