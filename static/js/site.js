// What the pages gain from JavaScript: copying, keys, the theme. Everything else works without it.
const composing = (event) => event.isComposing || event.keyCode === 229;
const typing = (target) => target.closest("input, textarea, select, [contenteditable]");
const phrase = (name) => document.documentElement.dataset[name] || "";

function toast(text) {
  const place = document.getElementById("toast");
  if (!place) return;
  place.textContent = text;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => (place.textContent = ""), 2500);
}

// Copy exactly the text that is shown, without what the diff has struck out.
function textOf(node) {
  const copy = node.cloneNode(true);
  copy.querySelectorAll("del, .copy, .visually-hidden").forEach((part) => part.remove());
  return copy.textContent.replace(/\n$/, "");
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  if (!source) return;
  const text = "value" in source ? source.value : textOf(source);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    document.body.append(box);
    box.select();
    document.execCommand("copy");
    box.remove();
    button.focus();
  }
  toast(phrase("copied"));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.copy) copy(button);
  if (button.dataset.opens) document.getElementById(button.dataset.opens)?.showModal();
  if (button.dataset.theme) setTheme(event, button);
});

// The switch is a form that POSTs a cookie; with JavaScript the page changes at once and the form follows quietly.
function setTheme(event, button) {
  event.preventDefault();
  const root = document.documentElement;
  const dark = getComputedStyle(root).colorScheme.includes("dark")
    ? root.dataset.theme === "dark" || matchMedia("(prefers-color-scheme: dark)").matches
    : false;
  const next = (root.dataset.theme || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
  root.dataset.theme = next;
  const form = new FormData(button.form);
  form.set("theme", next);
  fetch(button.form.action, { method: "POST", body: form, redirect: "manual" });
}

// Keys: / and Ctrl-K search, Ctrl-Enter submits, j and k walk through results, ? shows the help, Esc leaves.
function walk(step) {
  const hits = [...document.querySelectorAll(".results a.hit")];
  if (!hits.length) return false;
  const at = hits.indexOf(document.activeElement);
  hits[Math.max(0, Math.min(hits.length - 1, at + step))].focus();
  return true;
}

// Esc leaves a field, or closes the menu that is open and goes back to its button.
function leave(target) {
  const menu = document.querySelector("details.menu[open]");
  if (typing(target)) target.blur();
  else if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
}

document.addEventListener("keydown", (event) => {
  if (composing(event)) {
    if (event.key === "Enter") event.preventDefault();
    return;
  }
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key === "Enter" && event.target.form) {
    event.preventDefault();
    event.target.form.requestSubmit();
    return;
  }
  if (command && event.key.toLowerCase() === "k") {
    event.preventDefault();
    document.getElementById("site-search")?.focus();
    return;
  }
  if (event.key === "Escape") leave(event.target);
  if (command || event.altKey || typing(event.target)) return;
  if (event.key === "/") {
    event.preventDefault();
    document.getElementById("site-search")?.focus();
  } else if (event.key === "?") document.getElementById("keys")?.showModal();
  else if (event.key === "j" && walk(1)) event.preventDefault();
  else if (event.key === "k" && walk(-1)) event.preventDefault();
});

// Nothing happens while an input method composes: its input is heard once, when it is done.
document.addEventListener("input", (event) => event.isComposing && event.stopImmediatePropagation(), true);
document.addEventListener("compositionend", (event) =>
  event.target.dispatchEvent(new Event("input", { bubbles: true })),
);

// No live search for a long paste: that goes with Ctrl-Enter.
document.body.addEventListener("htmx:confirm", (event) => {
  const field = event.detail.elt;
  if (!field.matches?.("[data-live]")) return;
  const text = field.value.trim();
  if (text.includes("\n") || text.length > 300) event.preventDefault();
});

// A form with unsaved text warns before the page is left.
document.querySelectorAll("form[data-guard]").forEach((form) => {
  let dirty = false;
  form.addEventListener("input", () => (dirty = true));
  form.addEventListener("submit", () => (dirty = false));
  addEventListener("beforeunload", (event) => dirty && event.preventDefault());
});

// A browser sends the files of a folder by their bare names; the folders are the topics.
document.querySelector("input[webkitdirectory]")?.addEventListener("change", ({ target }) => {
  target.form.elements.paths.value = JSON.stringify([...target.files].map((file) => file.webkitRelativePath));
});

// CSRF goes from the cookie-backed form field to htmx's own requests.
document.body.addEventListener("htmx:configRequest", (event) => {
  const token = document.querySelector("input[name=csrfmiddlewaretoken]")?.value;
  if (token && event.detail.verb !== "get") event.detail.headers["X-CSRFToken"] = token;
});

// A line break does not cut `--max-model-len` in two; a longer word may break, or it leaves a phone.
function keepWords(box) {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (texts.nextNode()) nodes.push(texts.currentNode);
  for (const node of nodes.filter((each) => !each.parentElement.matches(".w"))) {
    const pieces = node.data.split(/((?<!\S)-?\S{0,30}-\S{1,30}(?!\S))/);
    const spans = pieces.map((piece, at) => {
      if (at % 2 === 0 || piece.length > 30) return piece;
      return Object.assign(document.createElement("span"), { className: "w", textContent: piece });
    });
    if (pieces.length > 1) node.replaceWith(...spans);
  }
}

// What scrolls can be reached and scrolled by keyboard.
function settle() {
  document.querySelectorAll(".command pre").forEach(keepWords);
  document.querySelectorAll("pre, .scroll, .pinned").forEach((box) => {
    if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0;
  });
}
settle();
document.body.addEventListener("htmx:afterSettle", settle);
