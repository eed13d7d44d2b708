import { writeFile } from 'node:fs/promises';
import { shopTypes, workspaceRemotes } from '@patchwork/build/workspace';
import { UsageError } from '@patchwork/release';
import { isFree } from '../dev/development-servers.ts';
import { readManifest } from '../own-package.ts';
import { readDeclaration, type Site, shopTypesFile, tool, writeShopTypes } from '../pieces.ts';
import { exitCode, start } from '../processes.ts';
import { readSharedVersions, readShop } from '../shop/shop.ts';
import { planRemote, type RemotePlan, type Wishes } from './plan.ts';
import { type PackageManager, writeRemote, writeRepository } from './write.ts';

const run = (root: string, command: string, args: readonly string[]): Promise<number> =>
  exitCode(start(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }));

const describe = ({ id, team, route, port }: RemotePlan): string =>
  `${id} is there: team ${team}, page ${route}, development port ${port}\n`;

async function createInWorkspace(root: string, name: string, wishes: Wishes): Promise<string> {
  const neighbours = workspaceRemotes(root).map(({ declaration }) => declaration);
  const plan = await planRemote(name, wishes, neighbours, isFree);
  const { id } = plan;
  await writeRemote(plan, root);
  await writeShopTypes(root);
  // A long name may make a line too long.
  await run(root, tool('biome', root), ['format', '--write', id]);
  const args = ['install', '--prefer-offline', '--no-frozen-lockfile'];
  const installed = (await run(root, 'pnpm', args)) === 0;
  return [
    describe(plan),
    ...(installed ? [] : ['Its packages could not be linked. First: pnpm install']),
    `pnpm dev ${id}             inside the released shop
pnpm --filter ${id} dev    alone, with the mock
pnpm vitest run ${id}      its tests

docs/teams.md leads from here to the first release.`,
  ].join('\n');
}

interface RepositoryWishes extends Wishes {
  /** The address of the shop that the remote is made for: the remote's id, page and route must be new there. */
  readonly shop?: string | undefined;
  /** The package manager that installs its packages, and writes its lockfile; 'none' leaves both out. */
  readonly install?: PackageManager | 'none' | undefined;
  readonly registry?: string | undefined;
}

async function createRepository(
  parent: string,
  name: string,
  { shop, install = 'npm', registry, ...wishes }: RepositoryWishes,
): Promise<string> {
  const live = shop === undefined ? undefined : await readShop(shop);
  const neighbours = (live?.remotes ?? []).map(({ id, stable }) => ({
    ...{ id, routes: stable.routes, developmentPort: 0 },
  }));
  const plan = await planRemote(name, wishes, neighbours, isFree);
  const { version, dependencies, devDependencies } = readManifest();
  const versions = {
    ...{ ...dependencies, ...devDependencies, '@patchwork/cli': version },
    // A range that begins later than the live shell's copy would be refused, and so make releases wait for the shell.
    ...(live && (await readSharedVersions(live))),
  };
  const manager = install === 'none' ? 'npm' : install;
  const folder = await writeRepository(plan, parent, {
    ...{ versions, shop: live?.origin, registry, install: manager },
  });
  const pages = (live?.remotes ?? []).map(({ stable }) => ({ routes: stable.routes }));
  // The code then compiles even before `patchwork types`, which adds the slots and the shared names.
  await writeFile(shopTypesFile(folder), shopTypes([readDeclaration(folder), ...pages]));
  await run(folder, 'git', ['init', '--quiet', '--initial-branch=main']);
  const isInstalled = install !== 'none' && (await run(folder, install, ['install'])) === 0;
  return [
    describe(plan),
    ...(isInstalled ? [] : [`Its packages are not installed. First: ${manager} install`]),
    `cd ${plan.id}
${manager} run types    the pages and slots of the live shop, for the editor
${manager} run dev      inside the shop
${manager} test         its tests
${manager} run check    could it be published now?

Its README.md has the other commands.`,
  ].join('\n');
}

/** Makes a remote: a folder in the shop's workspace or, elsewhere, a repository of its own. */
export function createRemote(
  { site, from }: { readonly site: Site | undefined; readonly from: string },
  name: string,
  wishes: RepositoryWishes,
): Promise<string> {
  if (site?.isShop) return createInWorkspace(site.root, name, wishes);
  if (!site) return createRepository(from, name, wishes);
  throw new UsageError(`${site.root} is the repository of a remote: call this outside of it`);
}
