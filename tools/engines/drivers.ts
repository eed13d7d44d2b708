import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { start } from '@patchwork/cli/processes';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { freePort } from '../../scripts/lib/local-server.ts';

/** WebDriver input source, which is the same in both protocols: https://www.w3.org/TR/webdriver/#actions */
export type InputSource = { readonly type: 'pointer' | 'key'; readonly id: string } & Readonly<
  Record<string, unknown>
>;

/** Browser with one page, driven by classic WebDriver or WebDriver BiDi. */
export interface Engine {
  /** Name and version, as the browser reports them. */
  readonly name: string;
  readonly open: (url: string) => Promise<void>;
  /** Calls a function in the page. `declaration` is its source; arguments and result are JSON. */
  readonly call: (declaration: string, ...values: unknown[]) => Promise<unknown>;
  readonly act: (sources: readonly InputSource[]) => Promise<void>;
  /** Returns the console errors since the last call; undefined if the driver doesn't report them. */
  readonly takeErrors: () => readonly string[] | undefined;
  readonly close: () => Promise<void>;
}

/** Browser to start, and the Debian packages that it needs. */
export interface EngineChoice {
  readonly name: string;
  readonly packages: string;
  readonly files: readonly string[];
  readonly start: () => Promise<Engine>;
}

const TIMEOUT_MS = 15_000;

/** Repeats `attempt` until it returns a value. Throws after TIMEOUT_MS with the last error. */
export async function until<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + TIMEOUT_MS;
  let cause: unknown;
  while (Date.now() < end) {
    try {
      const result = await attempt();
      if (result !== undefined) return result;
    } catch (error) {
      cause = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what}: not within ${TIMEOUT_MS / 1000} seconds`, { cause });
}

const messageSchema = v.variant('type', [
  v.object({ type: v.literal('success'), id: v.number(), result: v.unknown() }),
  v.object({ type: v.literal('error'), id: v.number(), message: v.string() }),
  v.object({ type: v.literal('event'), method: v.string(), params: v.unknown() }),
]);

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Opens a WebDriver BiDi connection: https://www.w3.org/TR/webdriver-bidi/ */
async function openBidi(url: string, onEvent: (method: string, params: unknown) => void) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  socket.on('message', (data) => {
    const message = v.parse(messageSchema, JSON.parse(String(data)));
    if (message.type === 'event') return onEvent(message.method, message.params);
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'success') asked?.resolve(message.result);
    else asked?.reject(new Error(message.message));
  });
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended'));
  });
  return {
    send: (method: string, params: object): Promise<unknown> =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        socket.send(JSON.stringify({ id: lastId, method, params }));
      }),
    close: () => socket.terminate(),
  };
}

const firefoxBinary = '/usr/bin/firefox-esr';

/**
 * Firefox preferences. A dead proxy for everything but this machine keeps Firefox from calling its own services, such
 * as updates.
 */
const preferences = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
  'network.trr.mode': 5,
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'remote.active-protocols': 1,
};

const capabilitiesSchema = v.object({
  capabilities: v.object({ browserName: v.string(), browserVersion: v.string() }),
});
const treeSchema = v.object({
  contexts: v.tupleWithRest([v.object({ context: v.string() })], v.unknown()),
});
const resultSchema = v.variant('type', [
  v.object({ type: v.literal('success'), result: v.object({ value: v.string() }) }),
  v.object({ type: v.literal('exception'), exceptionDetails: v.object({ text: v.string() }) }),
]);
const logSchema = v.object({ level: v.string(), text: v.nullable(v.string()) });

/** Starts Firefox with an empty profile. Resolves to its BiDi address. */
async function startFirefox(profile: string) {
  const text = Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
  await writeFile(path.join(profile, 'user.js'), text);
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = start(firefoxBinary, [...args, '--width', '1440', '--height', '1000'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
      const [, url] = /BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (url) resolve(url);
    });
    child.once('close', () => reject(new Error(`Firefox ended: ${said}`)));
  });
  return { address, ended, child };
}

async function openFirefox(): Promise<Engine> {
  const profile = await mkdtemp(path.join(tmpdir(), 'patchwork-firefox-'));
  const { address, ended, child } = await startFirefox(profile);
  const errors: string[] = [];
  const bidi = await openBidi(`${address}/session`, (method, params) => {
    if (method !== 'log.entryAdded') return;
    const { level, text } = v.parse(logSchema, params);
    if (level === 'error') errors.push(text ?? '');
  });
  const { capabilities } = v.parse(
    capabilitiesSchema,
    await bidi.send('session.new', { capabilities: {} }),
  );
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  const tree = v.parse(treeSchema, await bidi.send('browsingContext.getTree', {}));
  const { context } = tree.contexts[0];
  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    async open(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async call(declaration, ...values) {
      const answer = await bidi.send('script.callFunction', {
        functionDeclaration: `async function (json) {
          return JSON.stringify({ value: await (${declaration})(...JSON.parse(json)) });
        }`,
        arguments: [{ type: 'string', value: JSON.stringify(values) }],
        target: { context },
        awaitPromise: true,
      });
      const parsed = v.parse(resultSchema, answer);
      if (parsed.type === 'exception') throw new Error(parsed.exceptionDetails.text);
      return JSON.parse(parsed.result.value).value;
    },
    async act(actions) {
      await bidi.send('input.performActions', { context, actions });
    },
    takeErrors: () => errors.splice(0),
    async close() {
      bidi.close();
      child.kill('SIGTERM');
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Unmodified Firefox, driven by WebDriver BiDi. */
export const firefox: EngineChoice = {
  name: 'Firefox',
  packages: 'firefox-esr',
  files: [firefoxBinary],
  start: openFirefox,
};

const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const driver = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';

const sessionSchema = v.object({
  sessionId: v.string(),
  capabilities: v.object({ browserName: v.string(), browserVersion: v.string() }),
});
const answerSchema = v.object({ value: v.unknown() });

/** Sends a WebDriver command: https://www.w3.org/TR/webdriver/ */
async function send(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object) {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = v.parse(answerSchema, await response.json());
  if (!response.ok) throw new Error(JSON.stringify(value));
  return value;
}

async function openWebkit(): Promise<Engine> {
  const port = await freePort();
  // Xvfb chooses a free display number and prints it.
  const screen = ['-screen', '0', '1440x1000x24', '-nolisten', 'tcp'];
  const server = start(display, ['-displayfd', '1', ...screen], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    server.stdout?.once('data', (chunk) => resolve(String(chunk).trim()));
    server.once('close', () => reject(new Error('Xvfb ended')));
  });
  const child = start(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${number}` },
  });
  const ended = Promise.all(
    [server, child].map((each) => new Promise((resolve) => each.once('close', resolve))),
  );
  const root = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver answers', () => send(`${root}/status`, 'GET'));
  const options = { binary: miniBrowser, args: ['--automation', '--geometry=1440x1000'] };
  const answer = await send(`${root}/session`, 'POST', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const { sessionId, capabilities } = v.parse(sessionSchema, answer);
  const session = `${root}/session/${sessionId}`;
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    async open(url) {
      await send(`${session}/url`, 'POST', { url });
    },
    call: (declaration, ...values) =>
      send(`${session}/execute/sync`, 'POST', {
        script: `return (${declaration})(...arguments);`,
        args: values,
      }),
    async act(actions) {
      await send(`${session}/actions`, 'POST', { actions });
    },
    takeErrors: () => undefined,
    async close() {
      await send(session, 'DELETE');
      child.kill('SIGTERM');
      server.kill('SIGTERM');
      await ended;
    },
  };
}

/** WebKitGTK's MiniBrowser, driven by WebDriver on its own display. */
export const webkit: EngineChoice = {
  name: 'WebKit',
  packages: 'webkit2gtk-driver and xvfb',
  files: [miniBrowser, driver, display],
  start: openWebkit,
};
