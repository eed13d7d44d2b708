import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCode, start } from '@patchwork/cli/processes';
import { ReleaseError } from '@patchwork/release';
import { workspaceOptions } from '@patchwork/release/compiler';
import { build, type InlineConfig, type Rolldown } from 'tsdown';
import ts from 'typescript';
import * as v from 'valibot';
import { formatReport, parseReport } from './api-report.ts';
import { badDeprecations, changesOf, isEnough, nextVersion } from './public-types.ts';
import { type PublicModule, readApi } from './read-api.ts';
import { copyTemplates } from './templates.ts';
import { findPnpm, root, tool } from './workspace.ts';

interface PublishedPackage {
  readonly name: string;
  readonly folder: string;
  /** Modules that nobody imports by name: the program, and what builds compile into a piece. Relative to the folder. */
  readonly parts?: readonly string[];
  /** Files and folders to copy unchanged, without their TypeScript files. */
  readonly copies?: readonly string[];
  /** Whether the templates of new remotes are published in it. */
  readonly hasTemplates?: boolean;
  /**
   * Whether the entries' types are a contract: they are published, and a change that the version number doesn't announce
   * is refused.
   */
  readonly hasContract: boolean;
}

const publishedPackages: readonly PublishedPackage[] = [
  {
    name: '@patchwork/shop',
    folder: 'shop',
    copies: ['shop/facade/base.css', 'shop/ui/src', 'shop/ui/messages', 'shop/domain/messages'],
    hasContract: true,
  },
  {
    name: '@patchwork/kit',
    folder: 'kit',
    parts: [
      ...['standalone/main.tsx', 'standalone/prerender.tsx'],
      ...readdirSync(path.join(root, 'shop/ui/src'))
        .filter((file) => file.endsWith('.gallery.tsx'))
        .map((file) => `../shop/ui/src/${file}`),
    ],
    copies: ['kit/standalone', 'shop/ui/src', 'mock-server/public'],
    hasContract: true,
  },
  {
    name: '@patchwork/build',
    folder: 'platform/build',
    parts: [
      ...['src/federation-left-out.ts', 'src/federation-start.ts', 'src/hot-exposed-component.ts'],
      ...['src/worker-classes.ts', 'src/worker-folder.ts'],
    ],
    copies: ['platform/build/src'],
    hasContract: true,
  },
  {
    name: '@patchwork/cli',
    folder: 'platform/cli',
    parts: ['src/main.ts', 'src/types/types-process.ts'],
    copies: ['platform/release/src/render', 'platform/build/src/policy'],
    hasTemplates: true,
    hasContract: false,
  },
];

const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  exports: v.optional(v.record(v.string(), v.string()), {}),
  publishConfig: v.optional(
    v.object({ exports: v.optional(v.record(v.string(), v.string()), {}) }),
    { exports: {} },
  ),
  peerDependencies: v.optional(v.record(v.string(), v.string()), {}),
});

async function readManifest(folder: string) {
  const text = await readFile(path.join(root, folder, 'package.json'), 'utf8');
  return v.parse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
}

type Manifest = Awaited<ReturnType<typeof readManifest>>;

/** Returns the source files of the modules that others may import, by the names of their exports. */
const entriesOf = ({ exports, publishConfig }: Manifest): (readonly [string, string])[] =>
  Object.keys(publishConfig.exports).flatMap((module) => {
    const file = exports[module];
    return file && /\.tsx?$/.test(file) ? [[module, file.replace('./', '')]] : [];
  });

/**
 * Returns the source files of the workspace's modules, by import name. Without them, the compiler takes a workspace
 * package for a library and emits no declarations for it.
 */
async function sourcesByName(): Promise<Record<string, string[]>> {
  const folders = [
    ...['mock-server', 'kit', 'shop', 'shop/domain', 'shop/api', 'shop/ui'],
    ...['platform/host', 'platform/build', 'platform/release', 'platform/cli'],
  ];
  const sources = folders.map(async (folder) => {
    const { name, exports } = await readManifest(folder);
    return Object.entries(exports)
      .filter(([, file]) => /\.tsx?$/.test(file))
      .map(([module, file]) => [path.posix.join(name, module), [path.join(root, folder, file)]]);
  });
  return Object.fromEntries((await Promise.all(sources)).flat());
}

/** Keeps a style sheet beside the module that imports it. The remote's build hashes its class names. */
const stylesStay: Rolldown.Plugin = {
  name: 'patchwork:styles-stay',
  resolveId: { filter: { id: /\.css$/ }, handler: (id) => ({ id, external: true }) },
};

/** Keeps imports of the page's shared module by its name: a copy beside the importing module would have other values. */
const sharedStays: Rolldown.Plugin = {
  name: 'patchwork:shared-stays',
  resolveId: { filter: { id: /^@patchwork\/shop$/ }, handler: (id) => ({ id, external: true }) },
};

const isCopied = (file: string): boolean => !/\.tsx?$/.test(file);

/** Folders and modules with atoms or a React context. Page and tests must share the copy in @patchwork/shop. */
const single = [
  'platform/host/src/react/remotes-context.js',
  'platform/host/src/routing',
  'shop/state/atoms',
];

/** Throws a ReleaseError if a package other than @patchwork/shop contains one of `single`. */
function requireOneCopy({ name, folder }: PublishedPackage): void {
  if (name === '@patchwork/shop') return;
  for (const copied of single) {
    if (!existsSync(path.join(root, folder, 'dist', copied))) continue;
    throw new ReleaseError(
      `${name} would hold a second copy of ${copied}: import it from @patchwork/shop or @patchwork/shop/host`,
    );
  }
}

/**
 * Compiles a package into dist/, together with the modules of internal packages that it needs. Writes one file per
 * module in the original folder structure, so that modules find the files beside them. Packages from a registry remain
 * imports.
 */
async function compile(published: PublishedPackage): Promise<void> {
  const { folder, parts = [], copies = [], hasContract } = published;
  const entries = entriesOf(await readManifest(folder)).map(([, file]) => file);
  const cwd = path.join(root, folder);
  const outDir = path.join(cwd, 'dist');
  await rm(outDir, { recursive: true, force: true });
  const paths = await sourcesByName();
  const compileFiles = (files: readonly string[], dts: InlineConfig['dts']) =>
    build({
      ...{ cwd, outDir, root, config: false, clean: false, logLevel: 'warn', unbundle: true, dts },
      ...{ platform: 'node', target: 'es2022', fixedExtension: false },
      // Written as patterns, because a plain path would be resolved against this process's folder.
      entry: files.map((file) => `${file.replace(/[\w.-]+(?=\.tsx?$)/, '@($&)')}`),
      tsconfig: path.join(root, 'tsconfig.json'),
      deps: { onlyBundle: [/^@patchwork\//] },
      plugins: [stylesStay, sharedStays],
      inputOptions: { checks: { pluginTimings: false } },
    });
  // Entries and parts are compiled together. Otherwise a module that both use would lose exports that only one of them
  // needs.
  await compileFiles([...entries, ...parts], false);
  if (hasContract) await compileFiles(entries, { compilerOptions: { paths }, emitDtsOnly: true });
  requireOneCopy(published);
  for (const copy of copies) {
    await cp(path.join(root, copy), path.join(outDir, copy), { recursive: true, filter: isCopied });
  }
  if (published.hasTemplates) await copyTemplates(path.join(outDir, 'templates'));
}

const run = (command: string, args: readonly string[], errors: 'ignore' | 'inherit', cwd = root) =>
  exitCode(start(command, args, { cwd, stdio: ['ignore', 'ignore', errors] }));

async function mustRun(command: string, args: readonly string[], cwd = root): Promise<void> {
  const code = await run(command, args, 'inherit', cwd);
  if (code !== 0) throw new ReleaseError(`${path.basename(command)} ${args.join(' ')} failed`);
}

const fileName = (name: string): string => name.replace('@', '').replace('/', '-');

const archiveName = (name: string, version: string): string => `${fileName(name)}-${version}.tgz`;

/** Compiles and packs the published packages. Empties the folder `to`, and returns the paths of the archives in it. */
export async function packAll(to: string): Promise<string[]> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  for (const published of publishedPackages) await compile(published);
  const [pnpm, ...first] = findPnpm();
  const chosen = publishedPackages.map(({ name }) => `--filter=${name}`);
  await mustRun(pnpm, [...first, ...chosen, 'pack', '--pack-destination', to]);
  return (await readdir(to)).map((file) => path.join(to, file));
}

/** Throws a ReleaseError if publint finds a fault in an archive. */
export async function checkArchives(archives: readonly string[]): Promise<void> {
  for (const archive of archives) await mustRun(tool('publint'), [archive, '--strict']);
}

/** Path of the report of what a package's last released version exports. */
const reportFile = (folder: string): string => path.join(root, folder, 'api-report.txt');

async function modulesOf({ folder }: PublishedPackage): Promise<PublicModule[]> {
  const manifest = await readManifest(folder);
  return entriesOf(manifest).map(([module, file]) => ({
    name: path.posix.join(manifest.name, module),
    source: path.join(root, folder, file),
  }));
}

/** Returns the packages with a contract, their modules and peers, and a program that has all of these. */
async function openContracts() {
  const packages = publishedPackages.filter(({ hasContract }) => hasContract);
  const contracts = await Promise.all(
    packages.map(async (published) => ({
      ...{ published, name: published.name, modules: await modulesOf(published) },
      needed: (await readManifest(published.folder)).peerDependencies,
    })),
  );
  const sources = contracts.flatMap(({ modules }) => modules.map(({ source }) => source));
  // By default, the order of unions depends on what else is compiled.
  const options = { ...workspaceOptions(root), noUnusedLocals: false, stableTypeOrdering: true };
  const pages = path.join(root, 'shop.d.ts');
  return {
    contracts: contracts.map((contract) => ({
      ...contract,
      peers: contracts.filter(({ name }) => name in contract.needed),
    })),
    program: ts.createProgram([pages, ...sources], options),
  };
}

/**
 * Writes the packages' reports, for comparison with later versions. With the names of packages that have been published,
 * writes theirs, with their new versions.
 */
export async function writeReports(published?: readonly string[]): Promise<void> {
  const { contracts, program } = await openContracts();
  for (const contract of contracts) {
    if (published && !published.includes(contract.name)) continue;
    const { folder } = contract.published;
    const file = reportFile(folder);
    const { version } =
      !published && existsSync(file)
        ? parseReport(await readFile(file, 'utf8'))
        : await readManifest(folder);
    const report = readApi(program, contract.modules, contract.peers);
    await writeFile(file, formatReport(version, report));
  }
}

/** Publishes the versions that the registry lacks, and writes their reports. */
export async function publishAll(archives: readonly string[]): Promise<void> {
  const [pnpm, ...first] = findPnpm();
  const names: string[] = [];
  for (const published of publishedPackages) {
    const { version } = await readManifest(published.folder);
    const archive = archives.find((file) => file.endsWith(archiveName(published.name, version)));
    const spec = `${published.name}@${version}`;
    const isThere = (await run(pnpm, [...first, 'view', spec, 'version'], 'ignore')) === 0;
    if (!archive || isThere) continue;
    await mustRun(pnpm, [...first, 'publish', archive, '--no-git-checks']);
    names.push(published.name);
    console.log(`published ${spec}`);
  }
  if (names.length > 0) await writeReports(names);
}

/**
 * Lists bad deprecations, and changes of public types that the next version numbers don't announce, one sentence each.
 * Skips the changes of packages that were never released.
 */
export async function problemsOfPublicTypes(): Promise<string[]> {
  const { contracts, program } = await openContracts();
  const problems: string[] = [];
  for (const { published, modules, peers } of contracts) {
    problems.push(...modules.flatMap((module) => badDeprecations(program, module)));
    const file = reportFile(published.folder);
    if (!existsSync(file)) continue;
    const { name, version } = await readManifest(published.folder);
    const next = nextVersion(name, version, path.join(root, '.changeset'));
    const released = parseReport(await readFile(file, 'utf8'));
    for (const { needs, what } of changesOf(released.report, readApi(program, modules, peers))) {
      if (isEnough(needs, released.version, next)) continue;
      problems.push(
        `${what} since ${released.version}, which needs a ${needs} version, and the next one is ${next}: run “pnpm changeset”, or “pnpm packages --report” if no code outside can notice.`,
      );
    }
  }
  return problems;
}
