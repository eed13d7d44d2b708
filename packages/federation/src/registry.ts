import * as v from 'valibot';
import { type DeclaredRoute, declarationSchema } from './declaration.ts';

const releasedRemoteSchema = v.object({
  ...declarationSchema.entries,
  version: v.string(),
  /** Address of the remote's container, absolute or from the page's root. Its files lie beside it. */
  entry: v.pipe(v.string(), v.regex(/^(?:https?:\/\/|\/)/, 'an entry is an http(s) URL or a path')),
  /** The files that each exposed module needs at once, relative to the entry: what a page preloads. */
  files: v.optional(v.record(v.string(), v.array(v.string())), {}),
});

/** The one document that says which remotes are live. */
const registrySchema = v.object({
  format: v.literal(1),
  remotes: v.array(releasedRemoteSchema),
});

export type ReleasedRemote = v.InferOutput<typeof releasedRemoteSchema>;
export type Registry = v.InferOutput<typeof registrySchema>;

export interface RouteMatch {
  readonly remote: ReleasedRemote;
  readonly route: DeclaredRoute;
}

export interface ParsedRegistry {
  readonly registry: Registry;
  /** One sentence for each remote that was left out, naming it and the field at fault. */
  readonly problems: readonly string[];
}

const envelopeSchema = v.object({ format: v.literal(1), remotes: v.array(v.unknown()) });

const nameOf = (entry: unknown, index: number): string =>
  v.is(v.object({ id: v.string() }), entry) ? entry.id : `remote ${index + 1}`;

const issueText = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.map((issue) => `${v.getDotPath(issue) ?? 'document'}: ${issue.message}`).join('; ');

/** What two remotes can't both have: the id, a route, a slot. The one listed first keeps it. */
function collision(remote: ReleasedRemote, others: readonly ReleasedRemote[]): string | undefined {
  for (const other of others) {
    if (other.id === remote.id) return 'listed twice';
    const route = remote.routes.find(({ path }) =>
      other.routes.some((taken) => taken.path === path),
    );
    if (route) return `the route ${route.path} is ${other.id}’s already`;
    const slot = Object.keys(remote.slots).find((name) => name in other.slots);
    if (slot) return `the slot ${slot} is ${other.id}’s already`;
  }
  return undefined;
}

/**
 * Reads a registry. A remote that is described badly is left out and named in `problems`, so that
 * one team's mistake never takes the others with it. Throws when the document itself is unreadable.
 */
export function parseRegistry(document: unknown): ParsedRegistry {
  const envelope = v.safeParse(envelopeSchema, document);
  if (!envelope.success) throw new Error(`Unreadable registry: ${issueText(envelope.issues)}`);
  const remotes: ReleasedRemote[] = [];
  const problems: string[] = [];
  for (const [index, entry] of envelope.output.remotes.entries()) {
    const parsed = v.safeParse(releasedRemoteSchema, entry);
    const name = nameOf(entry, index);
    const problem = parsed.success ? collision(parsed.output, remotes) : issueText(parsed.issues);
    if (problem !== undefined) problems.push(`${name}: ${problem}`);
    else if (parsed.success) remotes.push(parsed.output);
  }
  return { registry: { format: 1, remotes }, problems };
}
