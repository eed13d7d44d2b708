import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { demoAccount } from '@patchwork/domain';
import { expect, onTestFinished, test } from 'vitest';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { connect, newAccount } from '../../api-server/src/testing/shopper.ts';
import { type ApiProcess, withApiProcess } from './processes.ts';

const STOP_TIMEOUT_MS = 10_000;
/** Maximum time for stopping on a full disk, in milliseconds. */
const STOP_LIMIT_MS = 5_000;
const TIMEOUT_MS = 240_000;

const callsTo = ({ url }: ApiProcess) => connect({ url, fetch });

interface Begun {
  readonly finish: () => void;
  /** Status and complete body of the response. */
  readonly answer: Promise<{ readonly status: number | undefined; readonly body: string }>;
}

/** Starts a request and sends only the first half of its body. */
function begin(url: string, requestPath: string, body: object): Promise<Begun> {
  const text = JSON.stringify(body);
  const half = Math.floor(text.length / 2);
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(url + requestPath, {
      method: 'POST',
      // The server's 100 Continue shows that it has received the request.
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        expect: '100-continue',
      },
      agent: false,
    });
    sent.once('error', reject);
    const answer = new Promise<Awaited<Begun['answer']>>((answered, failed) => {
      sent.once('error', failed);
      sent.once('response', async (response) => {
        let received = '';
        for await (const part of response.setEncoding('utf8')) received += part;
        answered({ status: response.statusCode, body: received });
      });
    });
    sent.once('continue', () => {
      sent.write(text.slice(0, half));
      resolve({ finish: () => sent.end(text.slice(half)), answer });
    });
    sent.flushHeaders();
  });
}

const isRefused = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  );

test(
  'a process that is asked to stop finishes pending requests, refuses new ones, and exits with 0',
  () =>
    withApiProcess({}, async (api) => {
      await api.start();
      const accounts = [newAccount(), newAccount(), newAccount()];
      const begun = await Promise.all(
        accounts.map((account) => begin(api.url, '/api/auth/signup', account)),
      );

      const start = performance.now();
      const exitCode = api.stop();
      await expect.poll(() => isRefused(api.url), { timeout: STOP_TIMEOUT_MS }).toBe(true);
      for (const { finish } of begun) finish();
      for (const { answer } of begun) {
        const { status, body } = await answer;
        expect(status).toBe(201);
        expect(JSON.parse(body)).toMatchObject({ encodedToken: expect.any(String) });
      }
      expect(await exitCode).toBe(0);
      expect(performance.now() - start).toBeLessThan(STOP_TIMEOUT_MS);

      await api.start();
      for (const account of accounts) {
        expect((await callsTo(api)('POST', '/auth/login', account)).status).toBe(200);
      }
    }),
  TIMEOUT_MS,
);

test(
  'a process that is asked to stop answers for DRAIN_SECONDS, while its health check fails, or until Ctrl-C',
  () =>
    withApiProcess({ DRAIN_SECONDS: '300' }, async (api) => {
      await api.start();
      const answerOf = async (path: string) => {
        const { status, headers } = await fetch(api.url + path);
        return [status, headers.get('connection')];
      };
      expect(await answerOf('/readyz')).toEqual([200, 'keep-alive']);
      const exitCode = api.stop();
      await expect
        .poll(() => answerOf('/readyz'), { timeout: STOP_TIMEOUT_MS })
        .toEqual([503, 'close']);
      expect(await answerOf('/api/products')).toEqual([200, 'close']);
      expect((await callsTo(api)('POST', '/auth/signup', newAccount())).status).toBe(201);
      process.kill(api.pid() ?? 0, 'SIGINT');
      expect(await exitCode).toBe(0);
    }),
  TIMEOUT_MS,
);

/** Runs the program until it exits. Returns the exit code and the lines on stderr. */
async function runToEnd(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [await bundleForTest()], {
    env: { ...process.env, ...env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [lines] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { exitCode: child.exitCode, lines: lines.trim().split('\n') };
}

test(
  'on a full disk, requests get a 503, SIGTERM and the next start end quickly, and no confirmed request is lost',
  () => {
    const disk = { NODE_OPTIONS: `--require ${path.join(import.meta.dirname, 'full-disk.cjs')}` };
    return withApiProcess(disk, async (api, folder) => {
      /** While this file exists, the disk is full. */
      const full = path.join(folder, 'data', 'full');
      const [before, first, second] = [newAccount(), newAccount(), newAccount()];
      const statusOf = async (address: string) => (await fetch(api.url + address)).status;

      await api.start();
      expect((await callsTo(api)('POST', '/auth/signup', before)).status).toBe(201);

      await writeFile(full, '');
      for (const account of [first, second]) {
        const refused = await callsTo(api)('POST', '/auth/signup', account);
        expect(refused).toMatchObject({ status: 503, retryAfter: '5' });
      }
      expect(await statusOf('/readyz')).toBe(503);
      expect(await statusOf('/healthz')).toBe(200);
      const start = performance.now();
      await api.stop();
      expect(performance.now() - start).toBeLessThan(STOP_LIMIT_MS);

      expect(await runToEnd({ ...disk, PATCHWORK_DATA: path.join(folder, 'data') })).toEqual({
        exitCode: 1,
        lines: [expect.stringMatching(/^The database in .* can’t be opened: .*No space left/)],
      });

      await rm(full);
      await api.start();
      expect((await callsTo(api)('POST', '/auth/login', before)).status).toBe(200);
      expect((await callsTo(api)('POST', '/auth/signup', first)).status).toBe(201);
    });
  },
  TIMEOUT_MS,
);

test.runIf(process.env.ALL_TESTS === 'true')(
  'a process that is killed while it creates its database starts the next time',
  () =>
    withApiProcess({ GUEST_ACCOUNT: 'true' }, async (api, folder) => {
      const data = path.join(folder, 'data');
      const database = path.join(data, 'database');
      const killWhen = async (isThere: () => boolean, delayMs = 0) => {
        const started = api.start().catch(() => undefined);
        await expect.poll(isThere, { timeout: TIMEOUT_MS, interval: 2 }).toBe(true);
        await wait(delayMs);
        await api.kill();
        await started;
      };
      // The kills range from the database's first file to the steps after its last one: tables, migrations and sample
      // data.
      for (const file of ['', 'global', 'PG_VERSION']) {
        await killWhen(() => existsSync(path.join(database, file)));
      }
      for (const delayMs of [20, 80, 320]) {
        await killWhen(() => existsSync(path.join(data, 'lock')), delayMs);
      }
      await api.start();
      expect((await callsTo(api)('POST', '/auth/login', demoAccount)).status).toBe(200);
      expect((await callsTo(api)('GET', '/products')).data.products).not.toEqual([]);
    }),
  TIMEOUT_MS,
);
