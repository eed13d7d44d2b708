import { breakages, type Override } from '@patchwork/devtools-bridge';
import * as v from 'valibot';
import { steeringKey } from './is-steered.ts';

const overrideSchema = v.object({ remoteId: v.string(), address: v.string() });

const keptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.literal(1),
    overrides: v.array(overrideSchema),
    breakages: v.record(v.string(), v.picklist(breakages)),
    failures: v.array(v.object({ override: overrideSchema, reason: v.string() })),
  }),
);

/** What a developer asked of this tab's remotes. */
export type Kept = Omit<v.InferOutput<typeof keptSchema>, 'version'>;

const nothing: Kept = { overrides: [], breakages: {}, failures: [] };

const isNothing = ({ overrides, breakages, failures }: Kept): boolean =>
  overrides.length + Object.keys(breakages).length + failures.length === 0;

/** Writes it, or removes it when there is nothing left; false where the browser keeps nothing. */
export function keep(kept: Kept): boolean {
  try {
    if (isNothing(kept)) sessionStorage.removeItem(steeringKey);
    else sessionStorage.setItem(steeringKey, JSON.stringify({ version: 1, ...kept }));
    return true;
  } catch {
    return false;
  }
}

/** What is kept in this tab. What cannot be read, or was written by others, is discarded. */
export function readKept(): Kept {
  try {
    const parsed = v.safeParse(keptSchema, sessionStorage.getItem(steeringKey));
    if (parsed.success) return parsed.output;
  } catch {
    return nothing;
  }
  keep(nothing);
  return nothing;
}

const isOf = (remoteId: string) => (override: Override) => override.remoteId === remoteId;

/** Without the override of a remote, and without the memory of one that failed. */
export const withoutOverride = (kept: Kept, remoteId: string): Kept => ({
  ...kept,
  overrides: kept.overrides.filter((override) => !isOf(remoteId)(override)),
  failures: kept.failures.filter(({ override }) => !isOf(remoteId)(override)),
});

/** With an override, in the place of any other of the same remote. */
export function withOverride(kept: Kept, { remoteId, address }: Override): Kept {
  const rest = withoutOverride(kept, remoteId);
  return { ...rest, overrides: [...rest.overrides, { remoteId, address }] };
}

/** With an override given up, and the reason remembered. */
export function withFailure(kept: Kept, override: Override, reason: string): Kept {
  const rest = withoutOverride(kept, override.remoteId);
  return { ...rest, failures: [...rest.failures, { override, reason }] };
}
