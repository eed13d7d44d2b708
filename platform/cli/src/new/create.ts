import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shopTypes, workspaceRemotes } from '@patchwork/build/workspace';
import { UsageError } from '@patchwork/release';
import { isFree } from '../dev/development-servers.ts';
import { packageFolder } from '../own-package.ts';
import { readDeclaration, type Site, shopTypesFile, tool, writeShopTypes } from '../pieces.ts';
import { exitCode, start } from '../processes.ts';
import { readSharedVersions, readShop } from '../shop/shop.ts';
import { planRemote, type RemotePlan, type Wishes } from './plan.ts';
import {
  chooseInstaller,
  type Installer,
  isBerry,
  type PackageManager,
  readSiblings,
  readSurroundings,
  requireLinker,
} from './surroundings.ts';
import { writeRemote, writeRepository } from './write.ts';

const publishedTemplates = path.join(packageFolder, 'dist/templates');

const run = (root: string, command: string, args: readonly string[]): Promise<number> =>
  exitCode(start(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }));

const describe = ({ id, team, route, port }: RemotePlan): string =>
  `${id} is there: team ${team}, page ${route}, development port ${port}\n`;

async function createInWorkspace(
  root: string,
  templates: string,
  name: string,
  wishes: Wishes,
): Promise<string> {
  const neighbours = workspaceRemotes(root).map(({ declaration }) => declaration);
  const plan = await planRemote(name, wishes, neighbours, isFree);
  const { id } = plan;
  await writeRemote(plan, root, templates);
  await writeShopTypes(root);
  // A long name may exceed the formatter's line width.
  await run(root, tool('biome', root), ['format', '--write', id]);
  const args = ['install', '--prefer-offline', '--no-frozen-lockfile'];
  const installed = (await run(root, 'pnpm', args)) === 0;
  return [
    describe(plan),
    ...(installed ? [] : ['Its packages could not be linked. Run first: pnpm install']),
    `pnpm dev ${id}             inside the released shop
pnpm --filter ${id} dev    alone, with the mock
pnpm vitest run ${id}      its tests

docs/teams.md describes the way to the first release.`,
  ].join('\n');
}

/** Flags of each manager's installation. Nobody would see npm's audit here, which waits for the registry. */
const installFlags: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: ['--prefer-offline', '--no-audit', '--no-fund'],
  pnpm: ['--prefer-offline', '--no-frozen-lockfile'],
  yarn: [],
  bun: [],
};

interface RepositoryWishes extends Wishes {
  /** Address of the shop that the remote is for. The remote's id, page and route must be new there. */
  readonly shop?: string | undefined;
  /**
   * Package manager that installs the packages and writes the lockfile; 'none' skips both. By default, that of the
   * workspace around the folder, or npm.
   */
  readonly install?: PackageManager | 'none' | undefined;
  readonly registry?: string | undefined;
}

/**
 * Installs the packages, also where the environment variable CI makes package managers refuse to write a lockfile.
 * Prints what the package manager says if it fails, which some do not say as errors. Returns its exit code.
 */
async function install(folder: string, installer: Installer): Promise<number> {
  const { manager } = installer;
  const flags = isBerry(installer) ? ['--no-immutable'] : installFlags[manager];
  const args = ['install', ...flags];
  const child = start(manager, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const said: Buffer[] = [];
  child.stdout?.on('data', (data: Buffer) => said.push(data));
  const code = await exitCode(child);
  if (code !== 0) process.stderr.write(Buffer.concat(said));
  return code;
}

async function createRepository(
  from: string,
  templates: string,
  name: string,
  { shop, install: wanted, registry, ...wishes }: RepositoryWishes,
): Promise<string> {
  const parent = realpathSync(from);
  const surroundings = await readSurroundings(parent);
  const live = shop === undefined ? undefined : await readShop(shop);
  const others = (live?.remotes ?? []).map(({ id, stable }) => ({
    ...{ id, routes: stable.routes, developmentPort: 0 },
  }));
  const siblings = await readSiblings(surroundings);
  const plan = await planRemote(name, wishes, [...siblings, ...others], isFree);
  const chosen = wanted === 'none' ? undefined : wanted;
  const installer = await chooseInstaller(path.join(parent, name), chosen, surroundings);
  requireLinker(installer, surroundings);
  // A range that begins after the live shell's version would be refused, so releases would have to wait for the shell.
  const versions = live ? await readSharedVersions(live) : {};
  const { folder, workflowFile } = await writeRepository(plan, parent, {
    ...{ templates, versions, shop: live?.origin, registry, installer, surroundings },
  });
  const pages = (live?.remotes ?? []).map(({ stable }) => ({ routes: stable.routes }));
  // Lets the code compile before the first `patchwork types`, which adds the slots and the shared names.
  await writeFile(shopTypesFile(folder), shopTypes([readDeclaration(folder), ...pages]));
  const { repository, workspace } = surroundings;
  if (repository === undefined) {
    await run(folder, 'git', ['init', '--quiet', '--initial-branch=main']);
  }
  const root = workspace?.root ?? folder;
  const isInstalled = wanted !== 'none' && (await install(root, installer)) === 0;
  const { manager } = installer;
  return [
    describe(plan),
    ...(repository === undefined ? [] : [`Its workflow is ${workflowFile}\n`]),
    ...(isInstalled ? [] : [`Its packages are not installed. Run first: ${manager} install`]),
    `cd ${plan.id}
${manager} run types    the pages and slots of the live shop, for the editor
${manager} run dev      inside the shop
${manager} run test     its tests
${manager} run check    could it be published now?

Its README.md has the other commands.`,
  ].join('\n');
}

interface Place {
  readonly site: Site | undefined;
  readonly from: string;
  /** Folder with the templates `remote` and `repository`. By default, the one in the published package. */
  readonly templates?: string | undefined;
}

/**
 * Creates a remote: a folder in the shop's workspace or, elsewhere, a repository of its own. Returns a text for the
 * user. Throws a UsageError inside a remote's repository.
 */
export function createRemote(
  { site, from, templates = publishedTemplates }: Place,
  name: string,
  wishes: RepositoryWishes,
): Promise<string> {
  if (site?.isShop) return createInWorkspace(site.root, templates, name, wishes);
  if (!site) return createRepository(from, templates, name, wishes);
  throw new UsageError(`${site.root} is the repository of a remote: run this outside of it`);
}
