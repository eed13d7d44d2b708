import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ReleaseError } from '@patchwork/release';
import type { RemotePlan } from './plan.ts';

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

export type PackageManager = 'npm' | 'pnpm';

/** Version that the CI workflow of a repository runs. */
export const pnpmOfWorkflow = 'pnpm@12.21.0';

/** Install command of the CI workflow, by package manager. The template has npm's. */
const installSteps = {
  npm: 'npm ci',
  pnpm: `npx --yes ${pnpmOfWorkflow} install --frozen-lockfile`,
} as const;

const workflow = path.join('.github', 'workflows', 'remote.yml');

interface Repository {
  /** Folder with the templates `remote` and `repository`. */
  readonly templates: string;
  /** Versions by package name, which replace those of the template. */
  readonly versions: Readonly<Record<string, string>>;
  readonly shop: string | undefined;
  /** URL of the private registry with the shop's packages, if any. */
  readonly registry?: string | undefined;
  /** Package manager whose lockfile the CI workflow uses. */
  readonly install: PackageManager;
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

/**
 * Creates the folder of a remote's own repository: the files that a remote has in the shop's workspace, and those that
 * the workspace would provide. Returns its path. Throws a ReleaseError if the folder exists.
 */
export async function writeRepository(
  plan: RemotePlan,
  parent: string,
  repository: Repository,
): Promise<string> {
  const { registry, install, templates } = repository;
  const remote = await readTemplate(path.join(templates, 'remote'), plan);
  const own = await readTemplate(path.join(templates, 'repository'), plan);
  const files = new Map([...remote, ...own]);
  files.set('package.json', completeManifest(files.get('package.json') ?? '{}', repository));
  const steps = files.get(workflow) ?? '';
  files.set(workflow, steps.replaceAll(installSteps.npm, installSteps[install]));
  if (registry !== undefined) files.set('.npmrc', `@patchwork:registry=${registry}\n`);
  // npm never packs a file with this name.
  files.set('.gitignore', files.get('gitignore') ?? '');
  files.delete('gitignore');
  return writeFolder(parent, plan.id, files);
}
