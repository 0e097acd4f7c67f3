"""Faults as a habit: servers are played at while everything breaks, and a checker reads the diaries.

`python -m tests.chaos --seconds 60 --seed 1` is a campaign; it keeps its history in a folder.
`python -m tests.chaos.checker FOLDER` judges a kept history again.
"""
