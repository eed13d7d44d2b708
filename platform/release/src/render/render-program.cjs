// Program of a process that renders one version's pages. Node's permission model lets it read this file, and use no
// other file, no child process, no thread and no addon; from Node 25 on, no network either. For older versions, and in
// case a page's code finds more than it is given, this program removes what would lead there.
//
// It reads messages from file descriptor 0 and writes to 1, a line of JSON each. Not through Node's channel between
// processes, which has messages of its own that the parent could not check, nor as streams: a socket, once found,
// connects to anywhere. It handles one message at a time, between 'busy' and 'idle', so that the parent
// knows which page blocks it.
'use strict';
const { read, writeSync } = require('node:fs');
const { StringDecoder } = require('node:string_decoder');
const { Script } = require('node:vm');

/** Node modules that React and a page's other code may require. */
const permitted =
  /^(?:node:)?(?:assert|async_hooks|buffer|crypto|events|querystring|stream|string_decoder|timers|url|util)$/;

function tell(message) {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written);
}

const later = setImmediate;
const exit = process.reallyExit.bind(process);

/** Gives up the rights of root, if this process has them. */
function becomeNobody() {
  if (process.getuid?.() !== 0) return;
  process.setgroups([]);
  process.setgid(65_534);
  process.setuid(65_534);
}

/** Members of `process` that Node itself uses later. */
const needed = ['_fatalException', 'constructor', 'emitWarning', 'nextTick', 'reallyExit'];

/**
 * Removes functions and objects from Node's own `process`, such as `kill`, `binding` and `mainModule`. Code that
 * replaces a method of EventEmitter gets hold of it.
 */
function stripProcess() {
  for (const object of [process, Object.getPrototypeOf(process)]) {
    for (const [name, { configurable, value, get }] of Object.entries(
      Object.getOwnPropertyDescriptors(object),
    )) {
      const isPlain = Object(value) !== value && get === undefined;
      if (configurable && !isPlain && !needed.includes(name)) delete object[name];
    }
  }
}

/** Removes the HTTP client that `fetch` uses, which Node keeps as a global when it loads Response. */
function removeHttpClient() {
  new Response();
  for (const name of Object.getOwnPropertySymbols(globalThis)) {
    if (name.description?.startsWith('undici.'))
      Object.defineProperty(globalThis, name, { value: undefined, writable: false });
  }
  for (const name of ['fetch', 'WebSocket', 'EventSource']) delete globalThis[name];
}

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
    tell({ kind: 'call', id, call: lastCall, path: String(path) });
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
    try {
      if (status === undefined) throw new Error('The API gave no answer');
      resolve(new Response(text, { status, headers: { 'content-type': type } }));
    } catch (error) {
      reject(error);
    }
  },
};

async function handle(message) {
  try {
    await take[message.kind](message);
  } catch (error) {
    const kind = message.kind === 'load' ? 'unusable' : 'failed';
    tell({ kind, id: message.id, reason: String(error?.message ?? error) });
  }
}

const lines = [];
let isHandling = false;

function handleNext() {
  const line = lines.shift();
  isHandling = line !== undefined;
  if (!isHandling) return;
  tell({ kind: 'busy' });
  void handle(JSON.parse(line));
  later(() => {
    tell({ kind: 'idle' });
    handleNext();
  });
}

const decoder = new StringDecoder('utf8');
const chunk = Buffer.alloc(65_536);
let unfinished = '';

/** Reads messages until the parent process has ended. */
function listen() {
  read(0, chunk, 0, chunk.length, null, (error, length) => {
    if (error || length === 0) exit(0);
    const [first, ...others] = decoder.write(chunk.subarray(0, length)).split('\n');
    unfinished += first;
    for (const other of others) {
      lines.push(unfinished);
      unfinished = other;
    }
    if (!isHandling) handleNext();
    listen();
  });
}

// Errors that a page leaves behind, such as a promise that rejects later, must not end the process for other pages.
process.setUncaughtExceptionCaptureCallback(() => {});
try {
  becomeNobody();
  removeHttpClient();
  const { nextTick } = process;
  stripProcess();
  const value = Object.freeze({ env: { NODE_ENV: 'production' }, nextTick, versions: {} });
  Object.defineProperty(globalThis, 'process', { value });
  for (const name of Object.keys(console)) console[name] = () => {};
  listen();
} catch (error) {
  tell({ kind: 'unusable', reason: String(error?.message ?? error) });
  exit(1);
}
