// Placeholders of a command are filled here and nowhere else: the inputs have no name, nothing typed is sent or kept.
const SAFE = /^[\w@%+=:,./~-]+$/;
const PLAIN = /^[\w./:\\-]+$/;
const YAML = /^[A-Za-z_./~][\w./~+=,:@%^-]*$/;
const YAML_WORD = /^(?:true|false|yes|no|on|off|null|y|n|~|\..*)$/i;
const REFUSED = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
const single = (text) => text.replaceAll("'", "''");

// As kb/core/launch/quoting.py and yamlvalues.py write them.
const QUOTED = {
  sh: (text) => (SAFE.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`),
  cmd: (text) => (PLAIN.test(text) ? text : `"${text.replaceAll('"', '\\"').replaceAll("%", "%%")}"`),
  powershell: (text) => (PLAIN.test(text) ? text : `'${single(text)}'`),
  systemd: (text) => {
    if (SAFE.test(text) && !text.includes("%")) return text;
    const plain = text.replaceAll("\\", "\\\\").replaceAll("%", "%%").replaceAll("$", "$$$$");
    return text.includes("'") ? `"${plain.replaceAll('"', '\\"')}"` : `'${plain}'`;
  },
  yaml: (text) => (YAML.test(text) && !YAML_WORD.test(text) && !text.endsWith(":") ? text : JSON.stringify(text)),
  json: (text) => JSON.stringify(text),
  single: (text) => `'${single(text)}'`,
};

// The word with `value` in it, or null where only a plain word can stand.
export function filled(hole, value) {
  const { name, word, quoting, dollars } = hole.dataset;
  const put = QUOTED[quoting];
  if (!put) return PLAIN.test(value) ? word.replaceAll(name, () => value) : null;
  const text = word.replaceAll(name, () => value);
  return put(dollars === undefined ? text : text.replaceAll("$", "$$$$"));
}

function fill(input) {
  const value = input.value.trim();
  const all = [...input.closest(".command").querySelectorAll(".hole")];
  const holes = all.filter((hole) => hole.dataset.name === input.dataset.hole);
  holes.forEach((hole) => (hole.dataset.shown ??= hole.textContent));
  const words = holes.map((hole) => (value && !REFUSED.test(value) ? filled(hole, value) : hole.dataset.shown));
  const wrong = words.includes(null) || REFUSED.test(value);
  input.setCustomValidity(wrong ? input.title : "");
  input.reportValidity();
  holes.forEach((hole, at) => {
    hole.textContent = wrong ? hole.dataset.shown : words[at];
    hole.classList.toggle("filled", Boolean(value) && !wrong);
  });
}

const isHole = (event) => event.target.matches?.("input[data-hole]");
document.addEventListener("input", (event) => isHole(event) && fill(event.target));
document.addEventListener("keydown", (event) => isHole(event) && event.key === "Enter" && event.preventDefault());
