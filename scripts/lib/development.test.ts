import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { expectFreePorts } from './development.ts';
import { shell } from './workspace.ts';

async function listen(host: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

const onPort = (developmentPort: number) => [{ ...shell, name: 'mfe-gifts', developmentPort }];

test.each(['0.0.0.0', '127.0.0.1'])('a port that is taken on %s is named', async (host) => {
  const { port, close } = await listen(host);
  onTestFinished(close);
  await expect(expectFreePorts(onPort(port))).rejects.toThrow(
    `Port ${port} is taken, and mfe-gifts is developed there: stop the other program`,
  );
});

test('a port that is free stays free', async () => {
  const { port, close } = await listen('127.0.0.1');
  await close();
  await expectFreePorts(onPort(port));
  await expectFreePorts(onPort(port));
});
