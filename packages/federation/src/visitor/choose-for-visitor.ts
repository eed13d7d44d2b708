import { readBucket, readFailedVersions } from '../browser/visitor.ts';
import type { ActiveRemotes } from '../registry/active-remotes.ts';
import { chooseRemotes, type FailedVersion } from '../registry/choose-remotes.ts';
import type { Registry } from '../registry/registry.ts';

/**
 * What this visitor's page is made of. `bad` is what failed on this page already. A bucket is drawn
 * only where a canary asks for one.
 */
export function chooseForVisitor(
  releases: Registry,
  bad: readonly FailedVersion[] = [],
): ActiveRemotes {
  const bucket = releases.remotes.some(({ canary }) => canary) ? readBucket() : undefined;
  return chooseRemotes(releases, { bucket, failed: [...bad, ...readFailedVersions()] });
}
