"""All comparisons with NumPy."""

import carried
import chat_noir
import checkpoints
import formulas
import models
import trained
import weights
from compare import Report

report = Report("numbers")
for part in (formulas, models, weights, chat_noir, checkpoints, carried, trained):
    part.run(report)
report.end()
