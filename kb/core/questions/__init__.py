"""Which fact to ask next."""

from kb.core.questions.choose import next_question, question_about
from kb.core.questions.gain import assume
from kb.core.questions.model import Option, Question
from kb.core.questions.simulate import Run, simulate

__all__ = ["Option", "Question", "Run", "assume", "next_question", "question_about", "simulate"]
