import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { createApiProcess, freePort } from './processes.ts';

const STOP_TIMEOUT_MS = 10_000;
const TIMEOUT_MS = 120_000;

interface Begun {
  readonly finish: () => void;
  /** The status and the whole body. */
  readonly answer: Promise<{ readonly status: number | undefined; readonly body: string }>;
}

/** A request of which only the first half of the body is sent. */
function begin(url: string, requestPath: string, body: object): Promise<Begun> {
  const text = JSON.stringify(body);
  const half = Math.floor(text.length / 2);
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(url + requestPath, {
      method: 'POST',
      // The answer to Expect says that the process has the request.
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
  'a process that is asked to stop finishes what was begun, refuses what is new, and ends with 0',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-stop-'));
    const api = createApiProcess(await bundleForTest(), await freePort(), {
      PATCHWORK_DATA: folder,
    });
    onTestFinished(async () => {
      await api.kill();
      await rm(folder, { recursive: true, force: true });
    });
    await api.start();
    const accounts = [1, 2, 3].map((number) => ({
      name: 'Meera Das',
      email: `meera-${number}@patchwork.example`,
      password: 'loom and thread',
    }));
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
    for (const { email, password } of accounts) {
      const body = JSON.stringify({ email, password });
      const login = await fetch(`${api.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(login.status).toBe(200);
    }
  },
  TIMEOUT_MS,
);
