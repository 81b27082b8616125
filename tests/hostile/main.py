"""All hostile input: damaged lessons, absurd ones, wrong weights, dangerous text, strange files."""

import documents
import files
import grammars
import mutations
import pictures
import text
import weights
from judge import Report

report = Report("hostile")
for part in (documents, weights, files, text, pictures, grammars, mutations):
    part.run(report)
report.end()
