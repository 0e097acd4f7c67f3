"""Faults as a habit: people play while everything breaks, and a checker reads their diaries.

`python -m tests.chaos --seconds 60 --seed 1` is a campaign; it keeps its history in a folder.
`python -m tests.chaos.checker FOLDER` judges a kept history again.
"""
