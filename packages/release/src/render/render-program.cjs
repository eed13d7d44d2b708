// Program of a process that renders one version's pages. The parent passes it to Node as text, with Node's permission
// model on: no files, no child processes, no environment. This program itself blocks the rest, which is the network and
// control of the process.
const { Script } = require('node:vm');

/** Node modules that React and a page's other code may require. */
const permitted =
  /^(?:node:)?(?:assert|async_hooks|buffer|crypto|events|querystring|stream|string_decoder|timers|url|util)$/;

const tell = process.send.bind(process);
const listen = process.on.bind(process);
const exit = process.exit.bind(process);

// Errors that a page leaves behind, such as a promise that rejects later, must not end the process for other pages.
process.setUncaughtExceptionCaptureCallback(() => {});
listen('disconnect', () => exit());

const { nextTick } = process;
const value = Object.freeze({ env: { NODE_ENV: 'production' }, nextTick, versions: {} });
Object.defineProperty(globalThis, 'process', { value });
for (const name of ['fetch', 'WebSocket', 'EventSource']) delete globalThis[name];
for (const name of Object.keys(console)) console[name] = () => {};

function permittedModule(name) {
  if (permitted.test(name)) return require(name);
  throw new Error(`a page that is rendered in a server can’t use ${name}`);
}

let renderPage;
let surroundings;
let lastCall = 0;
const calls = new Map();

/** Returns the `fetch` of a page, whose requests the parent process answers. */
const fetchFor = (id) => (path) =>
  new Promise((resolve, reject) => {
    lastCall += 1;
    calls.set(lastCall, { resolve, reject });
    tell({ kind: 'call', id, call: lastCall, path });
  });

const take = {
  load({ code, file }) {
    const module = { exports: {} };
    new Script(`(function (module, exports, require) {${code}\n})`, { filename: file })
      .runInThisContext()
      .call(undefined, module, module.exports, permittedModule);
    renderPage = module.exports.render;
    tell({ kind: 'loaded' });
  },

  async render({ id, request, shop = surroundings }) {
    surroundings = shop;
    const page = await renderPage(request, shop, fetchFor(id));
    tell({ kind: 'rendered', id, page });
  },

  answer({ call, status, type, text }) {
    const { resolve, reject } = calls.get(call);
    calls.delete(call);
    if (status === undefined) reject(new Error('The API gave no answer'));
    else resolve(new Response(text, { status, headers: { 'content-type': type } }));
  },
};

listen('message', async (message) => {
  try {
    await take[message.kind](message);
  } catch (error) {
    tell({ kind: 'failed', id: message.id, reason: String(error?.message ?? error) });
  }
});
