import * as v from 'valibot';
import type { ActiveRemotes } from './active-remotes.ts';
import { isPreviewName, issueText, type PublishedRemote, parseRegistry } from './registry.ts';

const nameMessage = 'a preview’s name has lower-case letters, digits and “-”, 50 at most';

const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'a time is written “2026-11-22T10:00:00Z”'),
);

const previewSchema = v.object({
  name: v.pipe(v.string(), v.check(isPreviewName, nameMessage)),
  /** Time of the last change: ISO, UTC. */
  since: time,
  /** End of the preview: ISO, UTC. */
  until: time,
  remotes: v.array(v.unknown()),
});

/** Versions that are shown only to those who open the shop by the preview's link, `?preview=<name>`. */
export interface Preview extends Omit<v.InferOutput<typeof previewSchema>, 'remotes'> {
  readonly remotes: readonly PublishedRemote[];
}

/**
 * Reads a preview. Any problem invalidates all of it, because a part of a change may not work alone. Its versions must
 * come from the shop's own origin, even if the configuration allows other origins for live versions.
 */
function readPreview(entry: unknown, report: (problem: string) => void): Preview | undefined {
  const parsed = v.safeParse(previewSchema, entry);
  if (!parsed.success) {
    report(issueText(parsed.issues));
    return undefined;
  }
  const { name, since, until } = parsed.output;
  const remotes: PublishedRemote[] = [];
  for (const stable of parsed.output.remotes) {
    const entries = [{ id: Object(stable).id, stable }];
    const { registry, problems } = parseRegistry({ format: 2, remotes: entries });
    const [remote] = registry.remotes;
    if (!remote) {
      report(`${name}: ${problems.join('; ')}`);
      return undefined;
    }
    remotes.push(remote.stable);
  }
  return { name, since, until, remotes };
}

/** Reads the previews of registry.json. Unreadable ones are left out, with a sentence in `problems`. */
export function parsePreviews(registry: unknown): {
  readonly previews: readonly Preview[];
  readonly problems: readonly string[];
} {
  const { previews: entries = [] } = Object(registry);
  if (!Array.isArray(entries)) return { previews: [], problems: ['previews: this is not a list'] };
  const problems: string[] = [];
  const report = (problem: string) => void problems.push(`preview: ${problem}`);
  const previews = entries.flatMap((entry) => readPreview(entry, report) ?? []);
  return { previews, problems };
}

/** Name under which a link shows a remote's canary to whoever opens it, `?preview=canary-mfe-catalog`. */
export const canaryPreview = (id: string): string => `canary-${id}`;

/** Returns a preview of each remote's canary. It lasts as long as the canary, and a preview of its name goes first. */
export function canaryPreviews(registry: unknown): readonly Preview[] {
  const { remotes = [] } = Object(registry);
  if (!Array.isArray(remotes)) return [];
  return remotes.map(Object).flatMap(({ id, canary }) => {
    if (!canary) return [];
    const always = { since: new Date(0).toISOString(), until: '9999-12-31T00:00:00.000Z' };
    const preview = { name: canaryPreview(id), ...always, remotes: [canary.release] };
    return readPreview(preview, () => undefined) ?? [];
  });
}

/** Whether a preview has ended at a time in milliseconds since 1970. */
export const isOver = ({ until }: Preview, now = Date.now()): boolean => Date.parse(until) <= now;

/** Replaces remotes with their versions in the previews, and adds remotes that are not live yet. */
export function withPreviews(
  { remotes }: ActiveRemotes,
  previews: readonly Preview[],
): ActiveRemotes {
  const previewed = new Map(
    previews.flatMap((preview) =>
      preview.remotes.map((remote) => [remote.id, { ...remote, channel: 'preview' as const }]),
    ),
  );
  const live = remotes.map((remote) => {
    const preview = previewed.get(remote.id);
    return preview ? { ...preview, values: remote.values } : remote;
  });
  const added = [...previewed.values()].filter(({ id }) => remotes.every((each) => each.id !== id));
  return { remotes: [...live, ...added] };
}
