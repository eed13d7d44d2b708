import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { foreignRulesInBuild } from '@patchwork/build/styles';
import { declaredModules } from '@patchwork/host';
import { overBudget, weighRemote, weighShell } from '../../build/weight.ts';
import { type Finding, refusal } from '../../findings.ts';
import { relativePath } from '../../release-folder/files.ts';
import { findDamage } from '../../release-folder/integrity.ts';
import {
  nameOf,
  nameOfShell,
  type RemoteVersion,
  releaseName,
  type ShellVersion,
} from '../live.ts';

interface Listing {
  readonly ours: string;
  readonly root: string;
  readonly integrity: Readonly<Record<string, string>>;
  readonly needed: readonly string[];
}

async function checkListing({ ours, root, integrity, needed }: Listing): Promise<Finding[]> {
  const refuse = (file: string, what: string) =>
    refusal('files', ours, `${what}. Publish it again: a published version is never changed.`, {
      file,
    });
  const unlisted = [...new Set(needed)].filter((file) => !(file in integrity));
  const refusals = unlisted.map((file) =>
    refuse(file, `release.json of ${ours} has no hash of ${file}, which the page loads`),
  );
  const damage = await findDamage(root, integrity);
  if (!damage) return refusals;
  const { file, how } = damage;
  const what =
    how === 'missing'
      ? 'is missing in the release folder'
      : 'has changed since it was published: it does not match the hash in release.json';
  return [...refusals, refuse(file, `${file} of ${ours} ${what}`)];
}

const sourceOf = ({ apis = {} }: RemoteVersion['release'], module: string): string =>
  `src/exposes${module.slice(1)}.ts${Object.values(apis).includes(module) ? '' : 'x'}`;

/** Refuses modules that a route or fragment names but the build doesn't expose. */
function checkModules({ release }: RemoteVersion, ours: string): Finding[] {
  return declaredModules(release)
    .filter((module) => !(module in release.files))
    .map((module) => {
      const message = `remote.json of ${ours} names ${module}, which its build does not expose. Add ${sourceOf(release, module)}, and build again.`;
      return refusal('files', ours, message, { file: 'remote.json' });
    });
}

/**
 * Checks that a remote's build exposes the declared modules, that all files that the page loads have hashes, and that
 * no file with a hash is missing or changed.
 */
export async function checkFiles(remote: RemoteVersion): Promise<Finding[]> {
  const { release, folder } = remote;
  const ours = nameOf(remote);
  const needed = [path.posix.basename(release.entry), ...Object.values(release.files).flat()];
  const { integrity } = release;
  return [
    ...checkModules(remote, ours),
    ...(await checkListing({ ours, root: folder, integrity, needed })),
  ];
}

/** Checks that a shell's page has a hash, and that no file with a hash is missing or changed. */
export function checkShellFiles(shell: ShellVersion): Promise<Finding[]> {
  const { root, folder, integrity } = shell;
  const page = relativePath(root, path.join(folder, 'index.html'));
  return checkListing({ ours: nameOfShell(shell), root, integrity, needed: [page] });
}

const fieldOf = (name: string): string => `budgets.${name} in remote.json`;

const refuse = (file: string, ours: string, problem: string): Finding =>
  refusal('budget', ours, `${ours}, ${problem}`, { file });

/** Refuses pages and fragments above their budgets, and budgets for unknown pages or slots. */
export async function checkBudgets({ release, folder }: RemoteVersion): Promise<Finding[]> {
  const weights = await weighRemote(folder, release);
  const unknown = Object.keys(release.budgets ?? {})
    .filter((name) => weights.every((weight) => weight.name !== name))
    .map((name) => `${fieldOf(name)} names no page and no slot. Correct the name.`);
  const over = weights.flatMap((weight) => overBudget(weight, fieldOf(weight.name)) ?? []);
  return [...unknown, ...over].map((text) => refuse('remote.json', releaseName(release), text));
}

export async function checkShellBudget(shell: ShellVersion): Promise<Finding[]> {
  const weight = await weighShell(path.join(shell.folder, 'index.html'), shell.root, shell.budget);
  const problem = overBudget(weight, 'budget in shell/shell.json');
  return problem === undefined ? [] : [refuse('shell.json', nameOfShell(shell), problem)];
}

const SHOWN_RULES = 3;

/**
 * Checks that a remote's style sheets match only its own elements and are in its own cascade layer. Reads the published
 * files, because a team may build without the shop's preset. The rule `files` reports missing files.
 */
export async function checkStyles(remote: RemoteVersion): Promise<Finding[]> {
  const { release, folder } = remote;
  const ours = nameOf(remote);
  const sheets = Object.keys(release.integrity).filter((file) => file.endsWith('.css'));
  const refusals = await Promise.all(
    sheets.map(async (file) => {
      const css = await readFile(path.join(folder, file), 'utf8').catch(() => '');
      const rules = foreignRulesInBuild(css, release.id);
      return rules
        .slice(0, SHOWN_RULES)
        .map(({ text, why }) =>
          refusal('styles', ours, `${file} of ${ours} has the rule “${text}”. ${why}`, { file }),
        );
    }),
  );
  return refusals.flat();
}

/** Matches a string that is nothing but a picture or font. Shorter ones are likely a library's test of the browser. */
const inlined = /(["'`])data:((?:image|font)\/[\w.+-]+)(?:;[\w=-]+)*,(?:(?!\1)[^\n\\]){60,}\1/;

/**
 * Warns of scripts that contain pictures or fonts as data: addresses, which the policy of a released page blocks. Not
 * refused, because a library may contain one that no page shows.
 */
export async function warnOfInlined(remote: RemoteVersion): Promise<Finding[]> {
  const { release, folder } = remote;
  const ours = nameOf(remote);
  const scripts = Object.keys(release.integrity).filter((file) => /\.m?js$/.test(file));
  const warnings = await Promise.all(
    scripts.map(async (file): Promise<Finding[]> => {
      const text = await readFile(path.join(folder, file), 'utf8').catch(() => '');
      const [, , type] = inlined.exec(text) ?? [];
      if (type === undefined) return [];
      const message = `${file} of ${ours} contains a file of the type ${type} as a data: address, which the page’s Content-Security-Policy refuses. Build with remoteConfig of @patchwork/build, which emits a file; the setting is build.assetsInlineLimit: 0 in Vite, and type: 'asset/resource' in Rspack and webpack.`;
      return [{ severity: 'warning', rule: 'files', file, message, ours }];
    }),
  );
  return warnings.flat();
}
