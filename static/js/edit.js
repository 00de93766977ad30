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
