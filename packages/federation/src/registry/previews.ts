import * as v from 'valibot';
import type { ActiveRemotes } from './active-remotes.ts';
import { isPreviewName } from './preview-name.ts';
import { type PublishedRemote, readRelease } from './registry.ts';
import { issueText, nameOf } from './registry-problems.ts';

/** A change that only those get who open the shop by its link, `?preview=<name>`. */
export interface Preview {
  readonly name: string;
  /** When it was made or changed last, and when it is over: ISO, UTC. */
  readonly since: string;
  readonly until: string;
  readonly remotes: readonly PublishedRemote[];
}

const nameMessage = 'a preview’s name has lower-case letters, digits and “-”, 50 at most';

const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'a time is written “2026-11-22T10:00:00Z”'),
);

const previewSchema = v.object({
  name: v.pipe(v.string(), v.check(isPreviewName, nameMessage)),
  since: time,
  until: time,
  remotes: v.array(v.unknown()),
});

/** Of the shop's own origin, whatever its configuration allows live versions, and with their hashes. */
const rules = { remoteOrigins: [], hashesFollow: false };

/** Half of a preview would be another change than the one that was made: the first problem leaves it out. */
function readPreview(entry: unknown, report: (problem: string) => void): Preview | undefined {
  const parsed = v.safeParse(previewSchema, entry);
  if (!parsed.success) {
    report(issueText(parsed.issues));
    return undefined;
  }
  const remotes: PublishedRemote[] = [];
  for (const [index, document] of parsed.output.remotes.entries()) {
    const name = nameOf(document, index);
    const release = readRelease(document, name, rules);
    if ('problem' in release) {
      report(`${parsed.output.name}: ${name}: ${release.problem}`);
      return undefined;
    }
    remotes.push(release.value);
  }
  return { ...parsed.output, remotes };
}

/** The previews of registry.json. One that can't be read is left out, with a sentence in `problems`. */
export function parsePreviews(registry: unknown): {
  readonly previews: readonly Preview[];
  readonly problems: readonly string[];
} {
  const { previews: entries = [] } = Object(registry);
  if (!Array.isArray(entries)) return { previews: [], problems: ['previews: this is no list'] };
  const problems: string[] = [];
  const report = (problem: string) => void problems.push(`preview: ${problem}`);
  const previews = entries.flatMap((entry) => readPreview(entry, report) ?? []);
  return { previews, problems };
}

/** Whether a preview's time has passed, at a time in milliseconds since 1970. */
export const isOver = ({ until }: Preview, now = Date.now()): boolean => Date.parse(until) <= now;

/** The remotes with those of previews in their place; a remote that is not live yet is added. */
export function withPreviews(
  { remotes }: ActiveRemotes,
  previews: readonly Preview[],
): ActiveRemotes {
  const previewed = new Map(
    previews.flatMap((preview) =>
      preview.remotes.map((remote) => [remote.id, { ...remote, channel: 'preview' as const }]),
    ),
  );
  const live = remotes.map((remote) => previewed.get(remote.id) ?? remote);
  const added = [...previewed.values()].filter(({ id }) => remotes.every((each) => each.id !== id));
  return { remotes: [...live, ...added] };
}
