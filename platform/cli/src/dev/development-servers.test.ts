import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../local-server.ts';
import { shellIn } from '../pieces.ts';
import { atFreePort, expectFreePorts } from './development-servers.ts';

const onPort = (developmentPort: number) => [
  { ...shellIn('/shop'), name: 'mfe-gifts', developmentPort },
];

test.each(['0.0.0.0', '127.0.0.1'])('a port that is taken on %s is reported', async (host) => {
  const { port, stop } = await listen(() => undefined, 0, host);
  onTestFinished(stop);
  await expect(expectFreePorts(onPort(port))).rejects.toThrow(
    `Port ${port} is taken, and mfe-gifts is developed there: stop the other program`,
  );
});

test('the check of a free port leaves it free', async () => {
  const { port, stop } = await listen(() => undefined);
  await stop();
  await expectFreePorts(onPort(port));
  await expectFreePorts(onPort(port));
});

test('a remote whose port another server has is developed at the next free one', async () => {
  const { port, stop } = await listen(() => undefined);
  onTestFinished(stop);
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const [piece] = onPort(port);
  if (!piece) throw new Error('no piece');
  const { developmentPort } = await atFreePort(piece);
  expect(developmentPort).toBeGreaterThan(port);
  expect(said).toHaveBeenCalledWith(
    `Port ${port} is taken, so mfe-gifts is developed at ${developmentPort}`,
  );
  expect(await atFreePort({ ...piece, developmentPort })).toMatchObject({ developmentPort });
});
