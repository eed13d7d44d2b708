import * as v from 'valibot';
import { type DeclaredRoute, versionSchema } from './declaration.ts';
import { collision, issueText, lacksRemote, nameOf } from './registry.ts';
import { visitorValuesSchema } from './settings.ts';

const activeRemoteSchema = v.object({
  ...versionSchema.entries,
  /** Values that are set for the remote's settings; absent if none is. */
  values: v.optional(visitorValuesSchema),
  /** Subresource Integrity hashes of the version's files, by path relative to the entry. */
  integrity: v.optional(v.record(v.string(), v.string())),
  /** Pointer by which the version was chosen, or 'preview'; undefined for any other version, such as an override. */
  channel: v.optional(v.picklist(['stable', 'canary', 'previous', 'preview'])),
});

/** Remotes of one visitor's page, each in the version chosen for that visitor. */
const activeRemotesSchema = v.object({
  remotes: v.array(activeRemoteSchema),
});

export type ActiveRemote = v.InferOutput<typeof activeRemoteSchema>;
export type ActiveRemotes = v.InferOutput<typeof activeRemotesSchema>;

export interface RouteMatch {
  readonly remote: ActiveRemote;
  readonly route: DeclaredRoute;
}

export interface ParsedActiveRemotes {
  readonly active: ActiveRemotes;
  /** Whether a remote was left out. An unknown path may then be one of its pages. */
  readonly isIncomplete: boolean;
  /** A sentence for each remote that was left out, with its id and the reason. */
  readonly problems: readonly string[];
}

const envelopeSchema = v.object({ remotes: v.array(v.unknown()) });

/**
 * Reads active remotes to which overrides and breakages have been applied. Leaves out a remote with an invalid
 * description, or with the id, a route or a page name of an earlier remote, and adds a sentence to `problems`: one
 * team's mistake never affects the other remotes. Throws if the document as a whole is unreadable.
 */
export function parseActiveRemotes(document: unknown): ParsedActiveRemotes {
  const envelope = v.safeParse(envelopeSchema, document);
  if (!envelope.success) throw new Error(`Unreadable remotes: ${issueText(envelope.issues)}`);
  const remotes: ActiveRemote[] = [];
  const problems: string[] = [];
  for (const [index, entry] of envelope.output.remotes.entries()) {
    const parsed = v.safeParse(activeRemoteSchema, entry);
    const name = nameOf(entry, index);
    const problem = parsed.success ? collision(parsed.output, remotes) : issueText(parsed.issues);
    if (problem !== undefined) problems.push(`${name}: ${problem}`);
    else if (parsed.success) remotes.push(parsed.output);
  }
  const isIncomplete = lacksRemote(envelope.output.remotes, remotes);
  return { active: { remotes }, isIncomplete, problems };
}
