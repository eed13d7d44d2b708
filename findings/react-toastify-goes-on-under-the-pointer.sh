#!/bin/sh
# react-toastify 11.2.0, with React 19.3.1, in happy-dom 21.0.4.
#
# pauseOnHover, which is the default, stops a toast's time while the pointer is over it. But the end of the toast's
# entrance animation starts the time again, and so does the window when it gets the focus, although the pointer is still
# there: a toast that appears under a resting pointer, or under one that comes from another window, is closed in its time.
# A link in the toast that has the keyboard's focus does not stop the time at all.
#
# Seen: the progress bar, whose animation is the toast's time, is paused by the pointer, and runs again after both events.
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
document.hasFocus = () => true;
const { createElement } = await import('react');
const { createRoot } = await import('react-dom/client');
const { ToastContainer, toast } = await import('react-toastify');
const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(createElement(ToastContainer));
await wait(500);
toast(createElement('a', { href: '/cart' }, 'Go to Cart'));
await wait(500);
const element = document.querySelector('.Toastify__toast');
async function say(what) {
  await wait(100);
  const { animationPlayState } = element.querySelector('[role=progressbar]').style;
  console.log(`${what}: ${animationPlayState}`);
}
const enter = () => element.dispatchEvent(new window.MouseEvent('mouseover', { bubbles: true, relatedTarget: document.body }));
const leave = () => element.dispatchEvent(new window.MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }));
enter();
await say('pointer enters while the toast arrives');
element.dispatchEvent(new window.Event('animationend', { bubbles: true }));
await say('the toast has arrived, pointer still there');
leave();
enter();
await say('pointer leaves and enters');
window.dispatchEvent(new window.Event('focus'));
await say('the window gets the focus, pointer still there');
leave();
element.querySelector('a').focus();
await say('pointer leaves, the link gets the focus');
process.exit();
END
cat > expected <<'END'
pointer enters while the toast arrives: paused
the toast has arrived, pointer still there: running
pointer leaves and enters: paused
the window gets the focus, pointer still there: running
pointer leaves, the link gets the focus: running
END
node program.mjs > seen
diff expected seen
echo 'as described'
