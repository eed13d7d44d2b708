import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../local-server.ts';
import { shellIn } from '../pieces.ts';
import { expectFreePorts } from './development-servers.ts';

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
