import * as v from 'valibot';
import { pointerNamesSchema } from './pointers.ts';

/**
 * A remote that no visitor gets any more, with its pointers as they were. Its versions are named alone:
 * browsers may load registry.json, and each version's release.json has the rest.
 */
const withdrawnSchema = v.object({
  id: v.string(),
  ...pointerNamesSchema.entries,
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
