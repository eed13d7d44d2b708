import { expect, test } from 'vitest';
import { weighParts } from './first-scripts.ts';

/** A script as Rspack writes it: a module, and one that is merged into it. */
const script = (unused: string) => `(() => {
var modules = {
"a"(module) {

/*!************!*\\
  !*** ../node_modules/.pnpm/left@1.0.0/node_modules/left/index.js ***!
  \\************/
module.exports = [1, 2, 3].map((each) => "a long text of a library " + each);

/***/ },
"b"(module, require) {

/*!************!*\\
  !*** ./src/main.tsx + 1 modules ***!
  \\************/
;// CONCATENATED MODULE: ../shop/state/store.ts
${unused}
const store = { name: document.title, items: document.querySelectorAll("article") };
;// CONCATENATED MODULE: ./src/main.tsx
document.body.append(JSON.stringify([store.name, store.items.length, require("a")]));

/***/ }
};
// The module cache
var cache = {};
function load(id) {
  return cache[id] ?? (modules[id](cache[id] = {}, load), cache[id]);
}
load("b");
})()`;

const budgets = { left: 10, 'shop/state': 20, shell: 30, bundler: 40, 'shop/ui': 50 };

test('each part weighs what the scripts would be smaller without it', async () => {
  const weights = await weighParts([script('')], budgets);
  expect(weights.map(({ name, budget }) => [name, budget])).toEqual(Object.entries(budgets));
  const [left, store, shell, bundler, ui] = weights;
  expect(left?.bytes).toBeGreaterThan(25);
  expect(left?.files).toEqual([{ file: 'left/index.js', bytes: left?.bytes }]);
  expect(store?.files).toEqual([{ file: 'shop/state/store.ts', bytes: store?.bytes }]);
  expect(store?.bytes).toBeGreaterThan(15);
  expect(shell?.files).toEqual([{ file: 'shell/src/main.tsx', bytes: shell?.bytes }]);
  expect(bundler?.bytes).toBeGreaterThan(15);
  expect(ui).toMatchObject({ bytes: 0, files: [] });
});

test('code that the minifier removes weighs nothing', async () => {
  const unused = 'function neverCalled() { return ["some", "words", "that", "nothing", "reads"]; }';
  const [, without] = await weighParts([script('')], budgets);
  const [, withUnused] = await weighParts([script(unused)], budgets);
  expect(withUnused?.bytes).toBe(without?.bytes);
});
