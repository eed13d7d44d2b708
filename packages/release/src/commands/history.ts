import { publishedVersions } from '../folder/folders.ts';
import { readRegistry } from '../folder/registry-document.ts';
import { logFile, readHistory } from '../history/log.ts';
import type { MoveRecord } from '../history/record.ts';
import { ReleaseError, UsageError } from '../release-error.ts';

export interface ListedHistory {
  /** The newest first. */
  readonly moves: readonly MoveRecord[];
  /** How many older ones there are. */
  readonly more: number;
  /** What can't be read of it, one sentence each. */
  readonly problems: readonly string[];
}

interface HistoryOptions {
  /** Only the moves of this piece. */
  readonly name?: string | undefined;
  /** How many at most. */
  readonly limit?: number | undefined;
}

const USUAL_LIMIT = 20;

/** Also where registry.json is lost: then it says more than anything else. */
async function readAll(release: string) {
  try {
    const document = await readRegistry(release);
    return { ...(await readHistory(release, document)), problems: [] };
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    return { ...(await readHistory(release, {})), problems: [error.message] };
  }
}

/** Who moved which pointer when, and why. Changes nothing. Throws a UsageError on an unknown piece. */
export async function history(
  release: string,
  { name, limit = USUAL_LIMIT }: HistoryOptions = {},
): Promise<ListedHistory> {
  const { records, unreadable, problems } = await readAll(release);
  const moves = records
    .filter(({ pieces }) => name === undefined || pieces.some((piece) => piece.name === name))
    .toReversed();
  if (name !== undefined && moves.length === 0) {
    const isKnown = (await publishedVersions(release, name)).length > 0;
    if (!isKnown)
      throw new UsageError(`${name} is not in ${release}: “patchwork list” shows what is`);
  }
  const unreadableLines = unreadable.map(
    (line) => `${logFile(release)}: line ${line} cannot be read and is left out`,
  );
  const more = Math.max(0, moves.length - limit);
  return { moves: moves.slice(0, limit), more, problems: [...problems, ...unreadableLines] };
}
