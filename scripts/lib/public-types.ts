import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exportsIn } from '@patchwork/release/compiler';
import { gt, inc, major, minor, type ReleaseType } from 'semver';
import ts from 'typescript';
import * as v from 'valibot';
import { parse } from 'yaml';
import { type ApiReport, isType, MENTIONED, type Signatures } from './api-report.ts';
import type { PublicModule } from './read-api.ts';

type Bump = 'major' | 'minor';

export interface Change {
  readonly needs: Bump;
  /** Description of the change, as a sentence without its full stop. */
  readonly what: string;
}

/** Lists names whose @deprecated tag doesn't say since when or what to use instead, one sentence each. */
export function badDeprecations(program: ts.Program, { name, source }: PublicModule): string[] {
  const checker = program.getTypeChecker();
  return [...exportsIn(program, source)].flatMap(([each, symbol]) => {
    const tag = symbol.getJsDocTags(checker).find((found) => found.name === 'deprecated');
    if (!tag || /^since \d+\.\d+: use \S/.test(ts.displayPartsToString(tag.text))) return [];
    return [`${each} of ${name} is deprecated: write “@deprecated since 1.2: use …”.`];
  });
}

/** Returns a path's name: 'Line' of 'Line.quantity'. */
const nameIn = (path: string): string => path.split(/[.(]/, 1)[0] ?? path;

const parentOf = (path: string): string => path.replace(/[.(][^.(]*$/, '');

/** Returns the paths that are in `these` and not in `those`, without the parts of such a path. */
const missingIn = (those: Signatures, these: Signatures): string[] =>
  [...these.keys()].filter(
    (path) => !those.has(path) && (parentOf(path) === path || those.has(parentOf(path))),
  );

/**
 * Whether code written for the old form may lack a part that is new: a value's field only adds to what the shop gives,
 * a parameter and a field of a type may have to be given to the shop.
 */
const isHarmless = (path: string, signatures: Signatures): boolean =>
  signatures.get(path)?.startsWith('?') ||
  !(isType(signatures.get(nameIn(path)) ?? '') || /\((?:\.\.\.)?\d/.test(path));

function changesIn(module: string, before: Signatures, now: Signatures): Change[] {
  const isMention = module === MENTIONED;
  const of = isMention ? '' : ` of ${module}`;
  // A mentioned type can't be imported: whatever mentions it has changed as well.
  const isWhole = (path: string) => isMention && nameIn(path) === path;
  const gone = missingIn(now, before).filter((path) => !isWhole(path));
  const added = missingIn(before, now).filter((path) => !isWhole(path));
  const changed = [...before].filter(([path, text]) => (now.get(path) ?? text) !== text);
  return [
    ...gone.map((path): Change => ({ needs: 'major', what: `${path}${of} is gone` })),
    ...changed.map(
      ([path, text]): Change => ({
        needs: 'major',
        what: `${path}${of} has another type (now ${now.get(path)?.slice(2, 200)}, before ${text.slice(2, 200)})`,
      }),
    ),
    ...added.map(
      (path): Change =>
        nameIn(path) === path || isHarmless(path, now)
          ? { needs: 'minor', what: `${path}${of} is new` }
          : { needs: 'major', what: `${path}${of} is new and required` },
    ),
  ];
}

/** Lists how a package's signatures differ from those of its last release. */
export function changesOf(before: ApiReport, now: ApiReport): Change[] {
  const nothing: Signatures = new Map();
  const modules = new Set([...before.keys(), ...now.keys()]);
  return [...modules].flatMap((each) =>
    changesIn(each, before.get(each) ?? nothing, now.get(each) ?? nothing),
  );
}

const changesetSchema = v.record(v.string(), v.picklist(['major', 'minor', 'patch']));

/** Returns a package's next version: the current one, raised by its largest bump in the folder `changesets`. */
export function nextVersion(name: string, version: string, changesets: string): string {
  const files = existsSync(changesets) ? readdirSync(changesets) : [];
  const bumps = files
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => readFileSync(path.join(changesets, file), 'utf8'))
    .map((text) =>
      v.parse(changesetSchema, parse(/^---\n(.*?)\n?---/s.exec(text)?.[1] ?? '') ?? {}),
    )
    .map((bump) => bump[name]);
  const order: readonly ReleaseType[] = ['major', 'minor', 'patch'];
  const largest = order.find((bump) => bumps.some((each) => each === bump));
  return (largest && inc(version, largest)) ?? version;
}

/** Whether the difference between two versions is at least as large as a change requires. */
export function isEnough(needs: Bump, released: string, next: string): boolean {
  if (major(next) > major(released)) return true;
  return needs === 'minor' && gt(next, released) && minor(next) > minor(released);
}
