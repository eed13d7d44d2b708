import type { ActiveRemotes } from '../registry/active-remotes.ts';
import { type BadRelease, chooseRemotes } from '../registry/choose-remotes.ts';
import type { Registry } from '../registry/registry.ts';
import { readBad, readBucket } from './visitor.ts';

/**
 * What this visitor's page is made of. `bad` is what failed on this page already. A bucket is drawn
 * only where a canary asks for one.
 */
export function chooseForVisitor(
  releases: Registry,
  bad: readonly BadRelease[] = [],
): ActiveRemotes {
  const bucket = releases.remotes.some(({ canary }) => canary) ? readBucket() : undefined;
  return chooseRemotes(releases, { bucket, bad: [...bad, ...readBad()] });
}
