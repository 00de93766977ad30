"""A form whose fields have hints and errors, for the style guide."""

from django import forms


class SampleForm(forms.Form):
    name = forms.CharField(label="Title", help_text="One sentence that names the fault.")
    where = forms.ChoiceField(label="Engine", choices=[("vllm", "vLLM"), ("sglang", "SGLang")])
    text = forms.CharField(
        label="Symptom", required=False, widget=forms.Textarea(attrs={"rows": 3, "class": "code"})
    )
