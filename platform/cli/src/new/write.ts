import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ReleaseError } from '@patchwork/release';
import { parseDocument } from 'yaml';
import type { RemotePlan } from './plan.ts';
import {
  type Installer,
  isBerry,
  isIgnored,
  type PackageManager,
  type Surroundings,
} from './surroundings.ts';

/** File contents, by path in the new folder. */
type Files = Map<string, string>;

const fill = (text: string, plan: RemotePlan): string =>
  text
    .replaceAll('mfe-template', plan.id)
    .replaceAll('template-feature', plan.feature)
    .replaceAll('TemplatePage', plan.page)
    .replaceAll('Template heading', plan.heading)
    .replaceAll('Template team', plan.team)
    .replaceAll('/template-route', plan.route)
    .replaceAll('3999', String(plan.port));

/** Reads a template, and replaces the placeholders in paths and contents with the plan's values. */
async function readTemplate(template: string, plan: RemotePlan): Promise<Files> {
  if (!existsSync(template)) {
    throw new ReleaseError(
      `There is no template ${template}: in the shop’s workspace, run “pnpm new”`,
    );
  }
  const entries = await readdir(template, { recursive: true, withFileTypes: true });
  const files: Files = new Map();
  for (const entry of entries.filter((each) => each.isFile())) {
    const source = path.join(entry.parentPath, entry.name);
    const target = fill(path.relative(template, source), plan);
    files.set(target, fill(await readFile(source, 'utf8'), plan));
  }
  return files;
}

/** Creates a folder with all its files, or not at all. Returns its path. */
async function writeFolder(parent: string, name: string, files: Files): Promise<string> {
  const folder = path.join(parent, name);
  if (existsSync(folder)) throw new ReleaseError(`${folder} exists already: move it away first`);
  const unfinished = path.join(parent, `.${name}.new`);
  try {
    for (const [file, text] of files) {
      await mkdir(path.dirname(path.join(unfinished, file)), { recursive: true });
      await writeFile(path.join(unfinished, file), text);
    }
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Creates a remote's folder in the workspace, from the template `remote` in the folder `templates`. Returns its path.
 * Throws a ReleaseError if the folder exists.
 */
export async function writeRemote(
  plan: RemotePlan,
  workspace: string,
  templates: string,
): Promise<string> {
  const files = await readTemplate(path.join(templates, 'remote'), plan);
  return writeFolder(workspace, plan.id, files);
}

/** Returns the install command of the CI workflow, which runs the version that has written the lockfile. */
function installStep({ manager, version }: Installer): string {
  const flag = isBerry({ manager, version }) ? '--immutable' : '--frozen-lockfile';
  if (manager === 'npm') return 'npm ci';
  const name = isBerry({ manager, version }) ? '@yarnpkg/cli-dist' : manager;
  return `npx --yes ${name}@${version} install ${flag}`;
}

const runs: Readonly<Record<PackageManager, string>> = {
  npm: 'npx',
  pnpm: 'pnpm exec',
  yarn: 'yarn run',
  bun: 'bunx',
};

/** Replaces npm's commands in a text for people. */
const withCommands = (text: string, manager: PackageManager): string =>
  text
    .replaceAll(/\bnpm (?:run )?(?=\w)/g, `${manager} run `)
    .replaceAll('npx patchwork', `${runs[manager]} patchwork`);

/** Aligns the columns of a text's only table, whose cells have other widths than in the template. */
function aligned(text: string): string {
  const lines = text.split('\n');
  const isRow = (line: string) => line.startsWith('|');
  const cellsOf = (line: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
  const rows = lines.filter(isRow).map(cellsOf);
  const isRule = (cell: string) => /^-+$/.test(cell);
  const widthOf = (column: number) =>
    Math.max(
      ...rows
        .map((row) => row[column] ?? '')
        .filter((cell) => !isRule(cell))
        .map((cell) => cell.length),
    );
  const write = (cell: string, column: number) =>
    isRule(cell) ? '-'.repeat(widthOf(column)) : cell.padEnd(widthOf(column));
  return lines
    .map((line) => (isRow(line) ? `| ${cellsOf(line).map(write).join(' | ')} |` : line))
    .join('\n');
}

interface Repository {
  /** Folder with the templates `remote` and `repository`. */
  readonly templates: string;
  /** Versions by package name, which replace those of the template. */
  readonly versions: Readonly<Record<string, string>>;
  readonly shop: string | undefined;
  /** URL of the private registry with the shop's packages, if any. */
  readonly registry?: string | undefined;
  /** Package manager whose lockfile the CI workflow uses. */
  readonly installer: Installer;
  readonly surroundings: Surroundings;
}

const relativeTo = (root: string, folder: string): string =>
  path.relative(root, folder).split(path.sep).join('/') || '.';

const workflow = path.join('.github', 'workflows', 'remote.yml');

/**
 * Returns the path and the text of the CI workflow. GitHub reads it in the repository's root only, where those of other
 * remotes may be.
 */
function workflowOf(
  template: string,
  folder: string,
  { installer, surroundings: { repository, workspace } }: Repository,
): readonly [file: string, text: string] {
  const step = '      - run: npm ci\n';
  const install = `      - run: ${installStep(installer)}\n`;
  if (repository === undefined) {
    return [path.join(folder, workflow), template.replaceAll(step, install)];
  }
  const id = path.basename(folder);
  const own = relativeTo(repository, folder);
  const locked = relativeTo(repository, workspace?.root ?? folder);
  const paths = `    paths: ["${own}/**"]\n`;
  const text = template
    .replace('name: Remote\n', `name: ${id}\n`)
    .replace('    branches: [main]\n', `    branches: [main]\n${paths}`)
    .replace('  pull_request:\n', `  pull_request:\n${paths}`)
    .replace(
      'permissions: {}\n',
      `permissions: {}\n\ndefaults:\n  run:\n    working-directory: ${own}\n`,
    )
    .replaceAll('node-version-file: .nvmrc', `node-version-file: ${own}/.nvmrc`)
    .replaceAll(step, `${install}        working-directory: ${locked}\n`);
  return [path.join(repository, '.github', 'workflows', `${id}.yml`), text];
}

type Manifest = Record<string, unknown> &
  Record<'patchwork' | 'dependencies' | 'devDependencies', object>;

/** Adds versions and the shop's address to the template's package.json. */
function completeManifest(text: string, { versions, shop }: Repository): string {
  const { patchwork, dependencies, devDependencies, ...manifest } = JSON.parse(text) as Manifest;
  const versioned = (ranges: object) =>
    Object.fromEntries(
      Object.entries(ranges).map(([name, range]) => {
        const version = versions[name];
        return [name, version === undefined ? range : `^${version}`];
      }),
    );
  const completed = {
    ...manifest,
    patchwork: { ...(shop !== undefined && { shop }), ...patchwork },
    dependencies: versioned(dependencies),
    devDependencies: versioned(devDependencies),
  };
  return `${JSON.stringify(completed, null, 2)}\n`;
}

/** Returns the settings of Yarn 2 and later with a private registry, added to those that there are. */
function yarnSettings(before: string, registry: string | undefined): string {
  const settings = parseDocument(before);
  if (!settings.has('nodeLinker')) settings.set('nodeLinker', 'node-modules');
  // Yarn refuses versions that are younger than a day. Those of the shop's packages follow its releases.
  if (!settings.has('npmPreapprovedPackages')) {
    settings.set('npmPreapprovedPackages', ['@patchwork/*']);
  }
  if (registry !== undefined && !settings.hasIn(['npmScopes', 'patchwork'])) {
    settings.setIn(['npmScopes', 'patchwork', 'npmRegistryServer'], registry);
    const { protocol, hostname } = new URL(registry);
    if (protocol === 'http:') settings.set('unsafeHttpWhitelist', [hostname]);
  }
  return settings.toString();
}

function npmSettings(before: string, registry: string): string {
  if (before.includes('@patchwork:registry=')) return before;
  const lines = before.split('\n').filter((line) => line !== '');
  return [...lines, `@patchwork:registry=${registry}`, ''].join('\n');
}

/**
 * Writes what the package manager and git must know, into the workspace's folder if there is one: there alone the former
 * reads it, and installs.
 * Settings that are there stay as they are.
 */
async function writeSettings(folder: string, { installer, registry, surroundings }: Repository) {
  const root = surroundings.workspace?.root ?? folder;
  const write = async (name: string, change: (before: string) => string) => {
    const file = path.join(root, name);
    const before = await readFile(file, 'utf8').catch(() => '');
    const after = change(before);
    if (after !== before) await writeFile(file, after);
  };
  if (surroundings.repository !== undefined && !(await isIgnored(root, 'node_modules/'))) {
    await write(
      '.gitignore',
      (before) => `${before}${/[^\n]$/.test(before) ? '\n' : ''}node_modules/\n`,
    );
  }
  if (isBerry(installer)) {
    await write('.yarnrc.yml', (before) => yarnSettings(before, registry));
    // Otherwise Yarn takes it for a package of the project around it, if there is one.
    if (!surroundings.workspace) await writeFile(path.join(root, 'yarn.lock'), '');
  } else if (registry !== undefined) {
    await write('.npmrc', (before) => npmSettings(before, registry));
  }
}

/**
 * Creates the folder of a remote's own repository, or of one in a repository of several: the files that a remote has in
 * the shop's workspace, and those that the workspace would provide. Returns its path, and that of the CI workflow.
 * Throws a ReleaseError if the folder or the workflow exists.
 */
export async function writeRepository(
  plan: RemotePlan,
  parent: string,
  repository: Repository,
): Promise<{ readonly folder: string; readonly workflowFile: string }> {
  const { installer, templates } = repository;
  const remote = await readTemplate(path.join(templates, 'remote'), plan);
  const own = await readTemplate(path.join(templates, 'repository'), plan);
  const files = new Map([...remote, ...own]);
  files.set('package.json', completeManifest(files.get('package.json') ?? '{}', repository));
  files.set('README.md', aligned(withCommands(files.get('README.md') ?? '', installer.manager)));
  // npm never packs a file with this name.
  files.set('.gitignore', files.get('gitignore') ?? '');
  files.delete('gitignore');
  const template = files.get(workflow) ?? '';
  files.delete(workflow);
  const [workflowFile, text] = workflowOf(template, path.join(parent, plan.id), repository);
  if (existsSync(workflowFile)) {
    throw new ReleaseError(`${workflowFile} exists already: move it away first`);
  }
  const folder = await writeFolder(parent, plan.id, files);
  await mkdir(path.dirname(workflowFile), { recursive: true });
  await writeFile(workflowFile, text, { flag: 'wx' });
  await writeSettings(folder, repository);
  return { folder, workflowFile };
}
