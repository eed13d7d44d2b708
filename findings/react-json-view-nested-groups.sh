#!/bin/sh
# @microlink/react-json-view 1.31.50, with react 19.3.1 in happy-dom 21.0.4, run on 29 November 2026 on Node 20.20.2.
#
# `groupArraysAfterLength` shows a long array in groups of items. In an array at the root, the items of the second group
# have the numbers 100 to 199. In an array below another value, each group numbers its items from 0, and shows an empty
# key before them: the properties of the outer object replace those of the group.
#
# Seen:
#   at the root:       100 … 149
#   below an object:   0 … 49, after an empty key
#
# Exits with 1 if the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error @microlink/react-json-view@1.31.50 react@19.3.1 react-dom@19.3.1 happy-dom@21.0.4 > installed
cat > program.mjs <<'END'
import { Window } from 'happy-dom';

const window = new Window();
Object.assign(globalThis, { window, self: window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true });
globalThis.navigator ??= window.navigator;
const { act, createElement } = await import('react');
const { createRoot } = await import('react-dom/client');
const { default: ReactJsonView } = await import('@microlink/react-json-view');

/** Opens the second group of the array in `src`, and returns what the tree then shows. */
function openSecondGroup(src) {
  const container = document.createElement('div');
  const root = createRoot(container);
  const options = { name: false, enableClipboard: false, displayDataTypes: false, showComma: false };
  act(() => root.render(createElement(ReactJsonView, { src, groupArraysAfterLength: 100, ...options })));
  act(() => container.querySelectorAll('.array-group .icon-container')[1].click());
  const group = container.querySelectorAll('.array-group')[1];
  const rows = [...group.querySelectorAll('.variable-row')].map((row) => row.textContent.split(':')[0]);
  return `${rows[0]} … ${rows.at(-1)}${group.textContent.includes('"":') ? ', after an empty key' : ''}`;
}

const list = Array.from({ length: 150 }, (_, index) => `item ${index}`);
console.log(`at the root:       ${openSecondGroup(list)}`);
console.log(`below an object:   ${openSecondGroup({ list })}`);
process.exit();
END
cat > expected <<'END'
at the root:       100 … 149
below an object:   0 … 49, after an empty key
END
node program.mjs > seen
cat seen
diff expected seen
