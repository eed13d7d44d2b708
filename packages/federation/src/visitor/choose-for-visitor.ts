import type { ActiveRemotes } from '../registry/active-remotes.ts';
import { chooseRemotes, type FailedVersion } from '../registry/choose-remotes.ts';
import type { Registry } from '../registry/registry.ts';
import { readBucket } from './bucket.ts';
import { readFailedVersions } from './failed-versions.ts';
import type { ShopRegistry } from './shop-registry.ts';

/** A bucket is drawn only where the registry has a canary. */
const bucketFor = ({ remotes }: Registry): number | undefined =>
  remotes.some(({ canary }) => canary) ? readBucket() : undefined;

/** The remotes that this visitor's page starts with, as far as the page itself knows the versions. */
export const chooseForVisitor = (registry: Registry): ActiveRemotes =>
  chooseRemotes(registry, { bucket: bucketFor(registry), failed: readFailedVersions() });

/**
 * The remotes of this visitor's page. `failed` are the versions that failed on this page already. The
 * previous versions are loaded only where every version that the page knows has failed.
 */
export async function chooseGoodVersions(
  registry: ShopRegistry,
  failed: readonly FailedVersion[] = [],
): Promise<ActiveRemotes> {
  const page = registry.current();
  const visitor = { bucket: bucketFor(page), failed: [...failed, ...readFailedVersions()] };
  const chosen = chooseRemotes(page, visitor);
  const hasFailed = chosen.remotes.some(({ id, version }) =>
    visitor.failed.some((each) => each.remote === id && each.version === version),
  );
  if (!hasFailed) return chosen;
  return chooseRemotes(await registry.complete().catch(() => page), visitor);
}
