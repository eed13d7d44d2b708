import { start } from '@patchwork/cli/processes';
import * as v from 'valibot';
import { freePort } from '../../scripts/lib/local-server.ts';
import { type Engine, type EngineChoice, until } from './engine.ts';

const binary = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const driver = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';

const sessionSchema = v.object({
  sessionId: v.string(),
  capabilities: v.object({ browserName: v.string(), browserVersion: v.string() }),
});
const answerSchema = v.object({ value: v.unknown() });

/** One command of WebDriver: https://www.w3.org/TR/webdriver/ */
async function send(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object) {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = v.parse(answerSchema, await response.json());
  if (!response.ok) throw new Error(JSON.stringify(value));
  return value;
}

async function startEngine(): Promise<Engine> {
  const port = await freePort();
  // It takes a free number of a display, and writes it to its output.
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
  const options = { binary, args: ['--automation', '--geometry=1440x1000'] };
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

/** WebKitGTK's small browser by its WebDriver, on a display of its own. */
export const webkit: EngineChoice = {
  name: 'WebKit',
  packages: 'webkit2gtk-driver and xvfb',
  files: [binary, driver, display],
  start: startEngine,
};
