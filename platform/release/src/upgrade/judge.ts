import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Accepts } from '../gate/rules/shared.ts';
import { readTypes } from '../gate/types/types-index.ts';
import { shellName } from '../release-folder/layout.ts';
import type { LiveUse, LiveUses } from './live-uses.ts';
import { readUsedNames, type UsedNames } from './names.ts';
import type { NewVersion } from './new-types.ts';
import type { Manifest, PackageSource } from './package-source.ts';

/** Why a version can't be used with the wanted one. */
export interface Reason {
  readonly kind: 'range' | 'names' | 'types';
  readonly message: string;
}

export interface JudgedUse extends Pick<LiveUse, 'piece' | 'role' | 'version'> {
  readonly range: string;
  /** Empty if the version can be used with the wanted one. */
  readonly reasons: readonly Reason[];
  /** Range that accepts the live and the wanted version, by package; only for ranges that exclude the wanted one. */
  readonly widened: Readonly<Record<string, string>>;
}

export interface Copy {
  /** The wanted version in the registry; undefined if it is not there or was not looked for. */
  readonly manifest: Manifest | undefined;
}

export interface Question extends Copy {
  readonly name: string;
  readonly version: string;
  /** Lowest version that is wanted: '20.0.0' for 'react@20'. */
  readonly lowest: string;
  readonly workspace: string;
  readonly pieces: readonly { readonly name: string; readonly folder: string }[];
  readonly source: PackageSource;
  readonly progress: (line: string) => void;
  /** Versions of other shared packages that come with the wanted one. */
  readonly companions: ReadonlyMap<string, string>;
  readonly accepts: Accepts;
}

export interface Judged {
  readonly from: readonly ('ranges' | 'names' | 'types')[];
  readonly notes: readonly string[];
  readonly uses: readonly JudgedUse[];
  readonly shellErrors: readonly string[];
}

/** Returns the ranges of a version that exclude what would be live, and what would accept both. */
function judgeRanges(
  { ranges }: LiveUse,
  { name, version, lowest, companions, accepts }: Question,
) {
  const asked = [[name, version, lowest] as const].concat(
    [...companions].map(([companion, next]) => [companion, next, next] as const),
  );
  const excluded = asked.flatMap(([each, next, from]) => {
    const range = ranges[each];
    return range === undefined || accepts(range, next)
      ? []
      : [{ package: each, range, next, widened: `${range} || ^${from}` }];
  });
  return {
    reasons: excluded.map(
      (each): Reason => ({
        kind: 'range',
        message: `${each.package} ${each.range} excludes ${each.next}`,
      }),
    ),
    widened: Object.fromEntries(excluded.map((each) => [each.package, each.widened])),
  };
}

/** Maximum number of type errors that are named of a piece. */
const SHOWN = 3;

function missingIn(
  used: UsedNames | undefined,
  names: ReadonlyMap<string, ReadonlySet<string>>,
  { name, version }: Question,
): Reason[] {
  return Object.entries(used ?? {}).flatMap(([module, own]): Reason[] => {
    const exported = names.get(module);
    if (!exported) {
      return [{ kind: 'names', message: `${name} ${version} has no ${module}, which it imports` }];
    }
    const gone = own.filter((each) => !exported.has(each));
    return gone.length === 0
      ? []
      : [{ kind: 'names', message: `${module} ${version} has no ${gone.join(', ')}` }];
  });
}

/** Fetches the wanted version; undefined if that is not possible. */
async function fetchVersion(
  question: Question,
  { typesPackageOf, hasTypes }: typeof import('./new-types.ts'),
) {
  const { name, manifest, source, workspace } = question;
  if (!manifest) return undefined;
  const folder = await source.install([manifest]);
  if (folder === undefined) return undefined;
  const own: NewVersion = { name, version: manifest.version, folder };
  if (hasTypes(workspace, own)) return own;
  const types = await source.find(typesPackageOf(name), manifest.version.split('.', 1).join());
  const both = types.state === 'found' && (await source.install([manifest, types.manifest]));
  const typed = both ? { ...own, folder: both } : undefined;
  return typed && hasTypes(workspace, typed) ? typed : undefined;
}

type Found = Readonly<Record<string, readonly Reason[]>>;

/** Judges everything but ranges, by the wanted version itself. */
async function judgeVersion({ uses }: LiveUses, question: Question) {
  const { name, version, workspace, pieces, progress, manifest } = question;
  const nothing = { from: [], notes: [], found: {} as Found, shellErrors: [] };
  if (!manifest) return nothing;
  // Loaded on demand: the TypeScript compiler takes longer to load than everything else here.
  const types = await import('./new-types.ts');
  progress(`fetching ${name} ${version}`);
  const fetched = await fetchVersion(question, types);
  if (!fetched) {
    const why = `${name} ${version} can’t be fetched, or has no types: its names and types are unknown`;
    return { ...nothing, notes: [why] };
  }
  const live = uses.filter(({ role }) => role !== 'previous');
  const notes: string[] = [];
  const found: Record<string, Reason[]> = {};
  const add = (use: LiveUse, reasons: readonly Reason[]) => {
    const key = keyOf(use);
    found[key] = [...(found[key] ?? []), ...reasons];
  };
  progress('reading what the live remotes import');
  const used = await Promise.all(live.map((use) => readUsedNames(use, name)));
  const modules = [...new Set(used.flatMap((names) => Object.keys(names ?? {})))];
  const names = types.exportedNames(workspace, fetched, modules);
  for (const [index, use] of live.entries()) {
    const own = used[index];
    if (!own) {
      notes.push(
        `Which names of ${name} ${use.piece} ${use.version} imports is unknown: neither its types nor its scripts tell`,
      );
    }
    if (names) add(use, missingIn(own, names, question));
  }
  const typed = await Promise.all(live.map(({ folder }) => readTypes(folder)));
  const pairs = live.flatMap((use, index) => {
    const own = typed[index];
    return own ? [{ use, own }] : [];
  });
  const mismatches = types.compareLive(
    workspace,
    fetched,
    pairs.map(({ own }) => own),
  );
  for (const [index, { use }] of pairs.entries()) {
    add(
      use,
      (mismatches[index] ?? []).map((each) => ({
        kind: 'types',
        message: `${each.names.join(', ')} of ${name} ${version} has another type: ${each.reason}`,
      })),
    );
  }
  const here = await Promise.all(
    pieces.map(async (piece) => ({ name: piece.name, folder: await realpath(piece.folder) })),
  );
  const absent = [...new Set(live.map(({ piece }) => piece))].filter(
    (piece) => !here.some((each) => each.name === piece),
  );
  if (here.length > 0) progress(`compiling the sources here with ${name} ${version}`);
  const errors = here.length > 0 ? await types.compileWith(workspace, here, fetched) : [];
  const textsOf = (index: number): string[] => {
    const own = errors[index] ?? [];
    const shown = own.slice(0, SHOWN).map(({ at, message }) => `${at}: ${message}`);
    return own.length > SHOWN ? [...shown, `and ${own.length - SHOWN} more errors`] : shown;
  };
  for (const [index, piece] of here.entries()) {
    const reasons = textsOf(index).map((message): Reason => ({ kind: 'types', message }));
    for (const use of live.filter((each) => each.piece === piece.name)) add(use, reasons);
  }
  if (absent.length > 0) {
    notes.push(
      `The sources of ${absent.join(', ')} are not in ${path.basename(workspace)}: their teams find type errors with the same command in their repositories`,
    );
  }
  const shell = here.findIndex((piece) => piece.name === shellName);
  return {
    from: ['names' as const, ...(here.length > 0 || pairs.length > 0 ? ['types' as const] : [])],
    ...{ notes, found, shellErrors: shell < 0 ? [] : textsOf(shell) },
  };
}

const keyOf = ({ piece, version }: Pick<LiveUse, 'piece' | 'version'>) => `${piece} ${version}`;

/** Judges each live version by its ranges and, if the wanted version can be fetched, by its imports and types. */
export async function judgeUses(live: LiveUses, question: Question): Promise<Judged> {
  const { from, notes, found, shellErrors } = await judgeVersion(live, question);
  const uses = live.uses.map((use): JudgedUse => {
    const { reasons, widened } = judgeRanges(use, question);
    const { piece, role, version, ranges } = use;
    const range = ranges[question.name] ?? '';
    const more = role === 'previous' ? [] : (found[keyOf(use)] ?? []);
    return { piece, role, version, range, widened, reasons: [...reasons, ...more] };
  });
  return { from: ['ranges', ...from], notes, uses, shellErrors };
}
