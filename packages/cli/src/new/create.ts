import { workspaceRemotes } from '@patchwork/build/workspace';
import { isFree } from '../dev/development.ts';
import { type Site, tool } from '../pieces.ts';
import { exitCode, start } from '../processes.ts';
import { writeShopTypes } from '../types/shop-types.ts';
import { planRemote, type Wishes } from './plan.ts';
import { writeRemote } from './write.ts';

const run = (root: string, command: string, args: readonly string[]): Promise<number> =>
  exitCode(start(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }));

/** Makes a remote in the shop's workspace, links its packages, and returns what comes next. */
export async function createRemote({ root }: Site, name: string, wishes: Wishes): Promise<string> {
  const neighbours = workspaceRemotes(root).map(({ declaration }) => declaration);
  const plan = await planRemote(name, wishes, neighbours, isFree);
  await writeRemote(plan, root);
  await writeShopTypes(root);
  const { id, team, route, port, busyPorts } = plan;
  // A long name may break a line.
  await run(root, tool('biome', root), ['format', '--write', id]);
  const args = ['install', '--prefer-offline', '--no-frozen-lockfile'];
  const installed = (await run(root, 'pnpm', args)) === 0;
  return [
    ...busyPorts.map((busy) => `Port ${busy} is in use on this machine: ${id} gets ${port}`),
    `${id} is there: team ${team}, page ${route}, development port ${port}\n`,
    ...(installed ? [] : ['Its packages could not be linked. First: pnpm install']),
    `pnpm dev ${id}             inside the released shop
pnpm --filter ${id} dev    alone, with the mock
pnpm vitest run ${id}      its tests

docs/teams.md leads from here to the first release.`,
  ].join('\n');
}
