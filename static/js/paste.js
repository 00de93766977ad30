// The box for logs: files dropped on it, secrets masked before it is sent, environments remembered.
const LIMIT = 1024 * 1024;
const SHORT = 4000; // characters that are masked at once; more goes to a worker
const STORE = "kb.environments";
const phrase = (name) => document.documentElement.dataset[name] || "";

// One masker a page: the rules, the module for short texts, the worker for long ones.
async function loadMasker({ masker, rules: address }) {
  const [module, table] = await Promise.all([import(masker), fetch(address).then((r) => r.json())]);
  const rules = module.prepare(table.rules);
  const personal = new Set(table.rules.filter((rule) => rule.personal).map((rule) => rule.kind));
  const waiting = new Map();
  let worker = null;
  let last = 0;
  const begin = () => {
    worker = new Worker(masker, { type: "module" });
    worker.postMessage({ rules: table.rules });
    worker.onmessage = ({ data }) => {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    };
  };
  const beside = (text, keep) => {
    if (!worker) begin();
    last += 1;
    worker.postMessage({ id: last, text, keep });
    return new Promise((done) => waiting.set(last, done));
  };
  const now = (text, keep = []) => module.redact(text, rules, keep, true);
  const kinds = [...personal];
  const mask = (text, keep) => (text.length < SHORT ? now(text, keep) : beside(text, keep));
  return { mask, now, kinds, personal, words: table.words };
}

class PasteForm {
  constructor(form) {
    this.form = form;
    this.areas = [...form.querySelectorAll("textarea[name]")];
    this.box = form.querySelector("[data-masked]");
    this.masked = new Map(); // textarea → what its value is masked to
    this.counts = new Map(); // kind → how often, also of kinds that are kept
    this.loading = loadMasker(form.dataset).then((masker) => (this.masker = masker)).catch(() => null);
    form.addEventListener("input", (event) => this.heard(event));
    form.addEventListener("submit", (event) => this.submit(event));
    form.addEventListener("formdata", ({ formData }) => this.areas.forEach((area) => {
      if (this.isCurrent(area)) formData.set(area.name, this.masked.get(area).text);
    }));
    form.addEventListener("htmx:configRequest", (event) => this.ask(event));
    if (this.areas.some((area) => area.value)) this.refresh();
  }

  get keep() {
    return [...this.form.querySelectorAll("input[name=keep]:checked")].map((input) => input.value);
  }

  isCurrent(area) {
    const done = this.masked.get(area);
    return Boolean(done) && done.of === area.value && done.keep === this.keep.join();
  }

  heard(event) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), event.target.name === "keep" ? 0 : 250);
  }

  async refresh() {
    await this.loading;
    if (!this.masker) return;
    const keep = this.keep;
    for (const area of this.areas) {
      const of = area.value;
      if (this.isCurrent(area)) continue;
      const own = area.name === "command" ? this.masker.kinds : keep; // it is printed again
      const { text, found } = await this.masker.mask(of, own);
      if (area.value === of) this.masked.set(area, { of, text, found, keep: keep.join() });
    }
    this.show(keep);
  }

  // Where masks are still missing they come first, then the form sends itself. Without the rules it
  // goes as it is: the server masks in any case.
  submit(event) {
    if (this.sure || this.areas.every((area) => !area.value || this.isCurrent(area))) return;
    event.preventDefault();
    const button = event.submitter;
    // A task of its own: while this event is still under way a form does not submit again.
    this.refresh().finally(() => setTimeout(() => {
      this.sure = true;
      this.form.requestSubmit(button);
      this.sure = false;
    }));
  }

  ask(event) {
    const sent = event.detail.parameters;
    if (!this.masker) event.preventDefault();
    else if (sent.paste) sent.paste = this.masker.now(sent.paste, this.keep).text;
  }

  show(keep) {
    const all = new Map([...this.counts].filter(([kind]) => keep.includes(kind)));
    for (const { found } of this.masked.values()) {
      for (const [kind, n] of Object.entries(found)) all.set(kind, (all.get(kind) ?? 0) + n);
    }
    this.counts = all;
    const list = this.box.querySelector("ul");
    list.querySelectorAll("li").forEach((row) => all.has(row.dataset.kind) || row.remove());
    all.forEach((n, kind) => {
      const row = list.querySelector(`[data-kind="${kind}"]`) ?? list.appendChild(this.row(kind));
      row.firstChild.textContent = `${this.masker.words[kind] ?? kind} × ${n} `;
    });
    this.box.hidden = !all.size;
  }

  row(kind) {
    const row = document.createElement("li");
    row.className = "tag";
    row.dataset.kind = kind;
    row.append("");
    if (!this.masker.personal.has(kind)) return row;
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "checkbox", name: "keep", value: kind });
    label.append(input, ` ${this.box.dataset.send}`);
    row.append(label);
    return row;
  }
}

function takeFiles(form) {
  const box = form.querySelector("textarea");
  const input = form.querySelector("input[type=file]");
  const note = form.querySelector("[data-note]");
  const say = (text) => note && (note.textContent = text);
  const take = async (file) => {
    if (!file) return;
    if (file.size > LIMIT) return say(phrase("tooLarge"));
    box.value = await file.text();
    if (input) input.value = "";
    say(file.name);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    box.focus();
  };
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("dropping");
  });
  form.addEventListener("dragleave", () => form.classList.remove("dropping"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("dropping");
    take(event.dataTransfer.files[0]);
  });
  input?.addEventListener("change", () => take(input.files[0]));
}

// Environments under a name, in this browser alone, masked, and only when somebody asks for it.
class Remembered {
  constructor(place, paste) {
    this.place = place;
    this.paste = paste;
    this.environment = paste.form.querySelector("[name=environment]");
    this.command = paste.form.querySelector("[name=command]");
    place.hidden = false;
    place.addEventListener("click", ({ target }) => this[target.closest("[data-env]")?.dataset.env]?.());
    this.list();
  }

  get all() {
    try {
      return JSON.parse(localStorage.getItem(STORE)) ?? {};
    } catch {
      return {};
    }
  }

  set all(rows) {
    localStorage.setItem(STORE, JSON.stringify(rows));
    this.list();
  }

  get chosen() {
    return this.place.querySelector("select").value;
  }

  list() {
    const names = Object.keys(this.all);
    const option = (name) => Object.assign(document.createElement("option"), { value: name, textContent: name });
    this.place.querySelector("select").replaceChildren(...names.map(option));
    this.place.querySelector("[data-env-list]").hidden = !names.length;
  }

  async save() {
    const input = this.place.querySelector("input");
    const name = input.value.trim();
    await this.paste.refresh();
    const { masker } = this.paste;
    if (!name || !masker) return input.focus();
    const texts = await Promise.all([this.environment, this.command].map((area) => masker.mask(area.value, [])));
    this.all = { ...this.all, [name]: { environment: texts[0].text, command: texts[1].text } };
    this.place.querySelector("select").value = name;
    input.value = "";
  }

  use() {
    const kept = this.all[this.chosen];
    if (!kept) return;
    this.environment.value = kept.environment;
    this.command.value = kept.command;
    this.environment.dispatchEvent(new Event("input", { bubbles: true }));
  }

  forget() {
    const { [this.chosen]: _, ...rest } = this.all;
    this.all = rest;
  }

  async export() {
    const kept = this.all[this.chosen];
    if (!kept) return;
    await navigator.clipboard.writeText([kept.environment, kept.command].filter(Boolean).join("\n\n"));
    document.getElementById("toast").textContent = phrase("copied");
  }
}

document.querySelectorAll("form[data-rules]").forEach((form) => {
  const paste = new PasteForm(form);
  takeFiles(form);
  const place = form.querySelector("[data-remember]");
  if (place) new Remembered(place, paste);
});
