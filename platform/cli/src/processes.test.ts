import { once } from 'node:events';
import { expect, test } from 'vitest';
import { start, stopAll } from './processes.ts';

// Node never emits 'close' for such a program. Each build ends that way, and “pnpm start” could then not be stopped.
test('a program that ended after its channel was closed is not waited for', async () => {
  const worker = start(process.execPath, ['-e', "process.on('message', () => process.send(1))"], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  worker.send('begin');
  await once(worker, 'message');
  worker.disconnect();
  await once(worker, 'exit');
  await stopAll();
  expect(worker.exitCode).toBe(0);
});

test('programs that run are ended and waited for', async () => {
  const program = start(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {});
  await stopAll();
  expect(program.signalCode).toBe('SIGTERM');
});
