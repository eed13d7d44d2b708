import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { foreignRulesInBuild } from '@patchwork/build/styles';
import { declaredModules, type PublishedRemote } from '@patchwork/host';
import { downloadSize } from '../../release-folder/compression.ts';
import { readIfPresent, relativePath } from '../../release-folder/files.ts';
import { findDamage } from '../../release-folder/integrity.ts';
import {
  type Finding,
  nameOf,
  nameOfShell,
  type RemoteVersion,
  refusal,
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

/** Refuses modules that a route or fragment names but the build doesn't expose. */
function checkModules({ release }: RemoteVersion, ours: string): Finding[] {
  return declaredModules(release)
    .filter((module) => !(module in release.files))
    .map((module) => {
      const message = `remote.json of ${ours} names ${module}, which its build does not expose. Add src/exposes${module.slice(1)}.tsx, and build again.`;
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

/** Download that a page, or the fragment in a slot, needs: scripts and styles, in bytes with brotli. */
export interface Weight {
  /** Page or slot; 'shell' for the shell's part of every page. */
  readonly name: string;
  readonly bytes: number;
  /** Files with their sizes, largest first. */
  readonly files: readonly { readonly file: string; readonly bytes: number }[];
  readonly budget: number | undefined;
}

async function weigh(name: string, folder: string, files: readonly string[], budget?: number) {
  const sizes = await Promise.all(
    files.map(async (file) => ({ file, bytes: await downloadSize(path.join(folder, file)) })),
  );
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
  return { name, bytes, files: sizes.toSorted((a, b) => b.bytes - a.bytes), budget };
}

type WeighedRemote = Pick<PublishedRemote, 'routes' | 'fragments' | 'files' | 'budgets'>;

/**
 * Measures the download of each page and fragment of a remote: the remote's entry, and the files that the page's or
 * fragment's module needs at once.
 */
export function weighRemote(
  folder: string,
  { routes, fragments, files, budgets = {} }: WeighedRemote,
): Promise<Weight[]> {
  const budgetOf = (name: string) => (Object.hasOwn(budgets, name) ? budgets[name] : undefined);
  const modules = [
    ...routes.map(({ page, module }) => [page, module] as const),
    ...Object.entries(fragments).map(([slot, { module }]) => [slot, module] as const),
  ];
  return Promise.all(
    modules.map(([name, module]) =>
      weigh(name, folder, ['remoteEntry.js', ...(files[module] ?? [])], budgetOf(name)),
    ),
  );
}

/**
 * Measures what the shell's page downloads on every path. `root` is the folder that the page's addresses are relative
 * to.
 */
export async function weighShell(
  page: string,
  root: string,
  budget: number | undefined,
): Promise<Weight> {
  const html = (await readIfPresent(page))?.toString() ?? '';
  // Links with the medium "not all" are fetched later or not at all.
  const files = [...html.matchAll(/<[^>]+(?:src|href)="\/([^"]+\.(?:js|css))"[^>]*>/g)].filter(
    ([tag]) => !tag.includes('media="not all"'),
  );
  return weigh('shell', root, [...new Set(files.map(([, file = '']) => file))], budget);
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * Says how far a download exceeds its budget; undefined if it doesn't, or if there is no budget. `field` names the
 * place where the budget is declared.
 */
export function overBudget({ name, bytes, files, budget }: Weight, field: string) {
  if (budget === undefined || bytes <= budget) return undefined;
  const largest = files.slice(0, 3).map((each) => `${each.file} ${kilobytes(each.bytes)}`);
  return `${name}: a visitor downloads ${kilobytes(bytes)} with brotli, ${kilobytes(bytes - budget)} more than the budget of ${kilobytes(budget)}. The largest: ${largest.join(', ')}. Make it smaller, or raise ${field}.`;
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
