import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { lockFile } from '@patchwork/release/file-lock';
import { temporaryFolder } from '@patchwork/release/testing';
import { expect, onTestFinished, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** A release folder that is locked until the test ends. */
async function lockedFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, '.lock'));
  const unlock = lockFile(path.join(folder, '.lock/lock'));
  onTestFinished(() => unlock?.());
  return folder;
}

/** Sends a message as soon as the program listens for signals. */
const reportReady = `data:text/javascript,process.on('newListener',(name)=>{if(name==='SIGTERM')process.send('ready')})`;

/** Starts `patchwork`, which sends a message when it can be stopped. */
function release(...args: string[]) {
  const node = ['--import', 'tsx', '--import', reportReady, 'scripts/release.ts', ...args];
  const child = spawn(process.execPath, node, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('this program has no output');
  return { child, stdout, stderr, ready: once(child, 'message'), ended: once(child, 'close') };
}

test.each([
  ['SIGINT' as const, 130],
  ['SIGTERM' as const, 143],
])(
  '%s ends a command with its own exit code, and says so in JSON',
  async (signal, code) => {
    const command = release('rollback', 'shell', '--json', '--to', await lockedFolder());
    await command.ready;
    command.child.kill(signal);
    const [out] = await Promise.all([text(command.stdout), command.ended]);
    expect(command.child.exitCode).toBe(code);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      error: { kind: 'stopped', message: expect.stringContaining(signal) },
    });
  },
  20_000,
);

test('a reader that closes the pipe causes no failure', async () => {
  const command = release('list', '--json', '--to', await lockedFolder());
  command.stdout.destroy();
  const [err] = await Promise.all([text(command.stderr), command.ended]);
  expect({ err, code: command.child.exitCode }).toEqual({ err: '', code: 0 });
}, 20_000);
