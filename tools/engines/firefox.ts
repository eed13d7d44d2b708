import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { start } from '@patchwork/cli/processes';
import * as v from 'valibot';
import { openBidi } from './bidi.ts';
import type { Engine, EngineChoice } from './engine.ts';

const binary = '/usr/bin/firefox-esr';

/** A dead proxy for all but this machine: the browser's own services (updates, settings) reach nothing. */
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

/** Starts Firefox with an empty profile; yields the address at which it speaks BiDi. */
async function startFirefox(profile: string) {
  const text = Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
  await writeFile(path.join(profile, 'user.js'), text);
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = start(binary, [...args, '--width', '1440', '--height', '1000'], {
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

async function startEngine(): Promise<Engine> {
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

/** Stock Firefox by WebDriver BiDi, which it speaks itself. */
export const firefox: EngineChoice = {
  name: 'Firefox',
  packages: 'firefox-esr',
  files: [binary],
  start: startEngine,
};
