"""Addresses from the paste box to the fix."""

from django.urls import path

from kb.diagnosis.views import (
    command,
    health,
    home,
    masking,
    outcome,
    result,
    trying,
    unmatched,
    wizard,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("about/", home.about, name="about"),
    path("help/", home.help_page, name="help"),
    path("help/safety/", home.help_page, {"page": "safety"}, name="help-safety"),
    path("help/writing/", home.help_page, {"page": "writing"}, name="help-writing"),
    # A paste
    path("diagnose/", home.diagnose_paste, name="diagnose"),
    path("diagnose/live/", home.live, name="live"),
    path("masking.json", masking.rules, name="masking"),
    # A diagnosis
    path("d/<str:token>/", result.show, name="diagnosis"),
    path("d/<str:token>/answer/", result.answer, name="answer"),
    path("d/<str:token>/add/", result.add_to, name="diagnosis-add"),
    path("d/<str:token>/delete/", result.delete, name="diagnosis-delete"),
    path("d/<str:token>/outcome/", outcome.outcome, name="outcome"),
    # What pastes teach
    path("unmatched/", unmatched.unmatched, name="unmatched"),
    path("unmatched/<int:number>/start/", unmatched.start, name="unmatched-start"),
    path("unmatched/<int:number>/close/", unmatched.close, name="unmatched-close"),
    path("health-of-articles/", health.health, name="health"),
    # A text before it is published
    path("articles/try/", trying.try_draft, name="try"),
    path(
        "articles/<slug:slug>/review/<int:number>/effect/",
        trying.review_effect,
        name="review-effect",
    ),
    path("shared/<slug:name>/effect/", trying.effect_of_shared, name="shared-effect"),
    # Without an error
    path("wizard/", wizard.wizard, name="wizard"),
    path("command/", command.command, name="command"),
    path("wizard/answer/", wizard.wizard_answer, name="wizard-answer"),
]
