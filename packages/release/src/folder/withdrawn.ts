import * as v from 'valibot';

/**
 * A remote that no visitor gets any more. Its versions are named alone: browsers may load registry.json, and
 * each version's release.json has the rest.
 */
const withdrawnSchema = v.object({
  id: v.string(),
  /** The pointers as they were. */
  stable: v.string(),
  canary: v.optional(v.object({ version: v.string(), percent: v.number() })),
  previous: v.array(v.string()),
  /** ISO, UTC. */
  withdrawnAt: v.string(),
});

export type Withdrawn = v.InferOutput<typeof withdrawnSchema>;

/** The field of registry.json. Throws when it is not one. */
export const readWithdrawn = (value: unknown): Withdrawn[] =>
  v.parse(v.optional(v.array(withdrawnSchema), []), value);

export const withdrawnIn = (
  { withdrawn = [] }: { readonly withdrawn?: readonly Withdrawn[] },
  id: string,
): Withdrawn | undefined => withdrawn.find((remote) => remote.id === id);

export const versionsOfWithdrawn = ({ stable, canary, previous }: Withdrawn): string[] => [
  stable,
  ...(canary ? [canary.version] : []),
  ...previous,
];
