import { isOver, type Preview, parsePreviews } from '@patchwork/host';
import type { BuiltPiece } from '../build/built-files.ts';
import { UsageError } from '../errors.ts';
import type { ReleaseContext } from '../pointers/context.ts';
import { movePointers, withSmokeTest } from '../pointers/move-pointers.ts';
import { makeStable } from '../pointers/next-pointers.ts';
import { stagingOf, withStaged } from '../pointers/staging.ts';
import { shellName } from '../release-folder/layout.ts';
import type { PieceVersion } from '../release-folder/piece-pointers.ts';
import {
  pointersIn,
  previewsIn,
  type RegistryDocument,
  withPointers,
  withPreview,
} from '../release-folder/registry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Throws a UsageError for the shell, with or without a version: previews contain remotes only. */
export function requirePreviewable(written: string): void {
  if (written.split('@', 1)[0] !== shellName) return;
  throw new UsageError('The shell can’t be in a preview: all visitors get the same page');
}

interface PreviewChange {
  readonly name: string;
  /** Lifetime in days, from `now`. */
  readonly days: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

function changedPreview(
  before: Preview | undefined,
  { name, days, now }: PreviewChange,
  versions: readonly PieceVersion[],
): Preview {
  const replaced = new Set(versions.map((version) => Object(version).id));
  const others = (before?.remotes ?? []).filter(({ id }) => !replaced.has(id));
  const change = {
    name,
    since: new Date(now).toISOString(),
    until: new Date(now + days * DAY_MS).toISOString(),
    remotes: [...others, ...versions],
  };
  const { previews, problems } = parsePreviews({ previews: [change] });
  if (previews[0]) return previews[0];
  // The version is on another origin, which registry.json allows for live versions but not for previews.
  throw new UsageError(problems.join('; '));
}

const asLive = (document: RegistryDocument, { remotes }: Preview): RegistryDocument =>
  remotes.reduce(
    (next, remote) =>
      withPointers(next, makeStable(remote.id, pointersIn(next, remote.id), remote)),
    document,
  );

/**
 * Creates a preview of versions and builds of remotes, or adds them to an existing preview and extends it. Throws a
 * RefusedError if the gate would refuse to publish them, a UsageError if a version is on another origin.
 */
export async function preview(
  context: ReleaseContext,
  change: PreviewChange,
  choose: (document: RegistryDocument) => Promise<readonly PieceVersion[]>,
  builds: readonly BuiltPiece[] = [],
): Promise<Preview> {
  const { name } = change;
  return withStaged(stagingOf(context), builds, (staged) =>
    movePointers(
      withSmokeTest(context),
      `preview ${name}`,
      async (before) => {
        const present = previewsIn(before).find((each) => each.name === name);
        const built = staged.pieces.map(({ version }) => version);
        const result = changedPreview(present, change, [...built, ...(await choose(before))]);
        const after = withPreview(before, name, result);
        return { after, asked: asLive(after, result), result };
      },
      staged,
    ),
  );
}

/** Ends a preview and returns it. Open pages keep showing it. Throws a UsageError if there is no such preview. */
export async function endPreview(context: ReleaseContext, name: string): Promise<Preview> {
  return movePointers(context, `end-preview ${name}`, async (before) => {
    const all = previewsIn(before);
    const result = all.find((each) => each.name === name);
    if (!result) {
      const names = all.map((each) => each.name).join(', ');
      const known = names === '' ? 'There is none' : `There are: ${names}`;
      throw new UsageError(`There is no preview “${name}”. ${known}`);
    }
    return { after: withPreview(before, name), result };
  });
}

/** Returns the document without the previews that have ended by `now`, in milliseconds since 1970. */
export const withoutOldPreviews = (document: RegistryDocument, now: number): RegistryDocument =>
  previewsIn(document)
    .filter((each) => isOver(each, now))
    .reduce((next, { name }) => withPreview(next, name), document);

/** Removes the previews that have ended by `now`, unless this is a dry run. Returns the names of these previews. */
export async function endOldPreviews(
  context: ReleaseContext,
  now: number,
  dryRun: boolean,
): Promise<string[]> {
  return movePointers(context, 'prune', async (before) => {
    const old = previewsIn(before).filter((each) => isOver(each, now));
    const result = old.map(({ name }) => name);
    return { after: dryRun ? before : withoutOldPreviews(before, now), result };
  });
}
