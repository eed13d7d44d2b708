import { createStoredValue } from '@patchwork/storage';
import type { FailedVersion } from '../registry/choose-remotes.ts';

declare global {
  interface PatchworkStores {
    'evaluated-version': 'shop';
  }
}

/** Code that has run for less may be another tab's, which is loading now. */
const HANG_MS = 5000;

interface Evaluation extends FailedVersion {
  /** When its code began to run, in milliseconds since 1970. */
  readonly since: number;
}

const stored = createStoredValue<Evaluation>({
  name: 'evaluated-version',
  version: 1,
  scope: 'shop',
  parse(value) {
    const { remote, version, since } = Object(value);
    if (typeof remote === 'string' && typeof version === 'string' && typeof since === 'number') {
      return { remote, version, since };
    }
    throw new TypeError('not an evaluation');
  },
});

/** Notes that a version's code begins to run. A page that ends before `endEvaluation` leaves the note to the next one. */
export const beginEvaluation = (remote: string, version: string): boolean =>
  stored.write({ remote, version, since: Date.now() });

export const endEvaluation = stored.remove;

/**
 * The version whose code was running when its page ended, or has been running in another tab for too long.
 * Free of dependencies: it is inlined into the page's HTML.
 */
export function readHungVersion(): FailedVersion | undefined {
  const last = stored.read();
  if (!last) return undefined;
  const { since, ...version } = last;
  const age = Date.now() - since;
  return age >= 0 && age < HANG_MS ? undefined : version;
}
