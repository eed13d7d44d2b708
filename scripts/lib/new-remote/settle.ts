import { exitCode, start } from '../processes.ts';
import { root, tool } from '../workspace.ts';
import type { RemotePlan } from './plan.ts';

const run = (command: string, args: readonly string[]): Promise<number> =>
  exitCode(start(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }));

/** Formats a new remote, links its packages, and says what comes next. */
export async function settleRemote({
  id,
  team,
  route,
  port,
  busyPorts,
}: RemotePlan): Promise<void> {
  // A long name may break a line.
  await run(tool('biome'), ['format', '--write', id]);
  const args = ['install', '--prefer-offline', '--no-frozen-lockfile'];
  const installed = (await run('pnpm', args)) === 0;
  for (const busy of busyPorts) {
    console.log(`Port ${busy} is in use on this machine: ${id} gets ${port}`);
  }
  console.log(`${id} is there: team ${team}, page ${route}, development port ${port}\n`);
  if (!installed) console.log('Its packages could not be linked. First: pnpm install');
  console.log(`pnpm dev ${id}             inside the released shop
pnpm --filter ${id} dev    alone, with the mock
pnpm vitest run ${id}      its tests

docs/teams.md leads from here to the first release.`);
}
