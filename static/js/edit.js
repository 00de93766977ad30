// The editor: values offered for the fact of a row, quiet while an input method composes, and a word when nothing was kept.
const form = document.getElementById("editor");

function offer(row) {
  const fact = row.querySelector("[data-fact]");
  row.querySelector("[data-value]")?.setAttribute("list", `values-${fact.value.trim()}`);
}

form?.addEventListener("input", (event) => {
  if (event.target.matches("[data-fact]")) offer(event.target.closest(".condition-row"));
});

document.addEventListener(
  "input",
  (event) => {
    if (event.isComposing && event.target.closest("#editor")) event.stopPropagation();
  },
  true,
);

document.body.addEventListener("htmx:responseError", (event) => {
  const toast = document.getElementById("toast");
  if (toast && event.target.closest?.("#preview")) toast.textContent = document.querySelector("[data-not-kept]")?.dataset.notKept || "";
});

// A new row is gone to, and where one was taken away, the button that adds one.
let pressed = "";
form?.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=do]");
  if (button) pressed = button.value;
});
document.body.addEventListener("htmx:afterSettle", () => {
  const [verb, path] = pressed.split(":");
  pressed = "";
  if (verb === "add") {
    const own = [...form.elements].filter((field) => field.name?.startsWith(`${path}.`) && field.type !== "hidden");
    const last = Math.max(...own.map((field) => parseInt(field.name.slice(path.length + 1), 10)));
    own.find((field) => field.name.startsWith(`${path}.${last}.`))?.focus();
  } else if (path) {
    form.querySelector(`button[value="add:${path.replace(/\.\d+$/, "")}"]`)?.focus();
  }
});
