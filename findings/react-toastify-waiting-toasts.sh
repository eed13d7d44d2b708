#!/bin/sh
# react-toastify 11.2.0, with React 19.3.1, in happy-dom 21.0.4.
#
# With a limit, further toasts wait. dismiss(), with or without the id of a waiting toast, does not reach them: each is
# shown when there is room. clearWaitingQueue() is what removes them.
#
# Seen: "second" and "third" are dismissed while they wait, and shown all the same.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error react-toastify@11.2.0 react@19.3.1 react-dom@19.3.1 happy-dom@21.0.4 > installed
cat > program.mjs <<'END'
import { setTimeout as wait } from 'node:timers/promises';
import { Window } from 'happy-dom';

const window = new Window({ url: 'http://shop.example/' });
globalThis.window = window;
for (const name of ['document', 'navigator', 'HTMLElement', 'Element', 'Node', 'requestAnimationFrame']) {
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
}
const { createElement } = await import('react');
const { createRoot } = await import('react-dom/client');
const { ToastContainer, toast } = await import('react-toastify');
const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(createElement(ToastContainer, { limit: 1, autoClose: false }));
await wait(500);
const elements = () => [...document.querySelectorAll('.Toastify__toast')];
async function say(when) {
  await wait(500);
  // The end of the animation that happy-dom does not play.
  for (const element of elements()) element.dispatchEvent(new window.Event('animationend', { bubbles: true }));
  await wait(500);
  console.log(`${when}: ${elements().map(({ textContent }) => textContent).join() || 'none'}`);
}
for (const id of ['first', 'second', 'third']) toast(id, { toastId: id });
await say('three with a limit of one');
toast.dismiss('second');
await say('after dismiss("second")');
toast.dismiss();
await say('after dismiss()');
toast.dismiss();
await say('after dismiss()');
toast('fourth');
toast('fifth');
toast.clearWaitingQueue();
toast.dismiss();
await say('after clearWaitingQueue() and dismiss()');
process.exit();
END
cat > expected <<'END'
three with a limit of one: first
after dismiss("second"): first
after dismiss(): second
after dismiss(): third
after clearWaitingQueue() and dismiss(): none
END
node program.mjs > seen
diff expected seen
echo 'as described'
