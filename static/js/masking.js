// Secrets → masks, by the rules of the server (masking.json, from kb.core.redact). A module for the
// page and, started as a worker, the same work beside it, so that a long paste stops nothing.
const BEFORE = 40;
const LONGEST_PLACEHOLDER = 400;
// A launch command comes back changed, so what it names must stay; the server masks it in the log.
const COMMAND =
  /^[^\n]*?(?:\bvllm serve\b|-m (?:vllm|sglang)\.|\b(?:docker|podman|nerdctl) run\b|\bllama-server\b|\btext-generation-launcher\b|\blmdeploy serve\b|\bollama (?:serve|run)\b)[^\n]*(?:(?<=\\\r?)\n[^\n]*)*/gm;
const FILE = /^(?:services:|apiVersion:|\[Service\]|FROM )/m;
const MASK = /<([A-Z]+(?:_[A-Z]+)*)_(\d{1,6})>/g;

export const prepare = (rules) =>
  rules.map((rule) => ({
    ...rule,
    named: rule.pattern.includes("(?<secret>"),
    pattern: new RegExp(rule.pattern, rule.flags + (rule.pattern.includes("(?<secret>") ? "d" : "")),
    unless: new RegExp(rule.unless, "i"),
    unlessBefore: rule.unlessBefore ? new RegExp(rule.unlessBefore, "i") : null,
  }));

function masks(text) {
  const numbers = {};
  const given = new Map();
  const found = {};
  for (const [, name, number] of text.matchAll(MASK)) {
    numbers[name] = Math.max(numbers[name] ?? 0, Number(number));
  }
  const mask = (kind, value) => {
    found[kind] = (found[kind] ?? 0) + 1;
    const key = `${kind}\0${value}`;
    if (!given.has(key)) {
      const name = kind.toUpperCase().replaceAll("-", "_");
      numbers[name] = (numbers[name] ?? 0) + 1;
      given.set(key, `<${name}_${numbers[name]}>`);
    }
    return given.get(key);
  };
  return { mask, found };
}

const isNone = (rule, match, value) =>
  (value.length <= LONGEST_PLACEHOLDER && rule.unless.test(value)) ||
  rule.unlessBefore?.test(match.input.slice(Math.max(0, match.index - BEFORE), match.index));

const commands = (text) =>
  FILE.test(text)
    ? [[0, text.length]]
    : [...text.matchAll(COMMAND)].map((match) => [match.index, match.index + match[0].length]);

function masked(text, rule, mask, spared) {
  const parts = [];
  let last = 0;
  for (const match of text.matchAll(rule.pattern)) {
    const named = rule.named && match.groups.secret !== undefined;
    const value = named ? match.groups.secret : match[0];
    if (isNone(rule, match, value)) continue;
    if (spared.some(([from, to]) => from <= match.index && match.index < to)) continue;
    const start = named ? match.indices.groups.secret[0] : match.index;
    parts.push(text.slice(last, start), mask(rule.kind, value));
    last = start + value.length;
  }
  return last ? parts.join("") + text.slice(last) : text;
}

// `found` counts by kind; personal kinds in `keep` stay, as on the server. `spare`: so do personal
// details in launch commands.
export function redact(text, rules, keep = [], spare = false) {
  const { mask, found } = masks(text);
  const lower = text.toLowerCase();
  for (const rule of rules) {
    if (rule.personal && keep.includes(rule.kind)) continue;
    if (rule.needs.some((need) => lower.includes(need))) {
      text = masked(text, rule, mask, spare && rule.personal ? commands(text) : []);
    }
  }
  return { text, found };
}

if (typeof document === "undefined") {
  let rules = [];
  self.onmessage = ({ data }) => {
    if (data.rules) rules = prepare(data.rules);
    else self.postMessage({ id: data.id, ...redact(data.text, rules, data.keep, true) });
  };
}
