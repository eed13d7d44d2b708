import type { ActiveRemotes } from '../registry/active-remotes.ts';
import { chooseRemotes, type FailedVersion } from '../registry/choose-remotes.ts';
import type { Registry } from '../registry/registry.ts';
import { readBucket } from './bucket.ts';
import { readFailedVersions } from './failed-versions.ts';

/**
 * The remotes of this visitor's page. `failed` are the versions that failed on this page already. A
 * bucket is drawn only where the registry has a canary.
 */
export function chooseForVisitor(
  registry: Registry,
  failed: readonly FailedVersion[] = [],
): ActiveRemotes {
  const bucket = registry.remotes.some(({ canary }) => canary) ? readBucket() : undefined;
  return chooseRemotes(registry, { bucket, failed: [...failed, ...readFailedVersions()] });
}
