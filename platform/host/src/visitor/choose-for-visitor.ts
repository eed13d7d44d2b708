import type { ActiveRemotes } from '../registry/active-remotes.ts';
import {
  chooseRemotes,
  type FailedVersion,
  isAmong,
  type Visitor,
} from '../registry/choose-remotes.ts';
import { collision, type Registry, type RemotePointers } from '../registry/registry.ts';
import { createStoredValue } from '../storage/stored-value.ts';
import { readFailedVersions } from './failed-versions.ts';
import type { ShopRegistry } from './shop-registry.ts';

declare global {
  interface PatchworkStores {
    bucket: 'shop';
  }
}

/** Number of buckets: enough for shares of 1 %, too few to identify a person. */
const BUCKETS = 10_000;

const isBucket = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < BUCKETS;

const storedBucket = createStoredValue<number>({
  name: 'bucket',
  version: 1,
  scope: 'shop',
  parse(value) {
    if (isBucket(value)) return value;
    throw new TypeError('not a bucket');
  },
});

/**
 * Returns this browser's bucket, 0 to 9999: drawn at random once, then stored. Undefined if it can't be stored, because
 * each page would then draw another bucket. Inlined into the page's HTML, so it imports no library.
 */
export function readBucket(): number | undefined {
  const stored = storedBucket.read();
  if (stored !== undefined) return stored;
  const drawn = Math.floor(Math.random() * BUCKETS);
  return storedBucket.write(drawn) ? drawn : undefined;
}

/** Whether some visitors get something else: a canary, or the value of a setting. */
const hasShares = ({ canary, values = {} }: RemotePointers): boolean =>
  canary !== undefined || Object.values(values).some(({ percent }) => percent < 100);

/** Returns this visitor, with a bucket only if the registry has a share. */
const visitorOf = ({ remotes }: Registry, failed: readonly FailedVersion[] = []): Visitor => ({
  bucket: remotes.some(hasShares) ? readBucket() : undefined,
  failed: [...failed, ...readFailedVersions()],
});

/**
 * Chooses the remotes that this visitor's page starts with, among the versions that the page knows. If all known
 * versions of a remote have failed, its `version` is '' and its hashes are left out, so that nothing of it is preloaded
 * or shown. Inlined into the page's HTML, so it imports no library.
 */
export function chooseForVisitor(page: Registry): ActiveRemotes {
  const visitor = visitorOf(page);
  const { remotes } = chooseRemotes(page, visitor);
  return {
    remotes: remotes.map((remote) =>
      isAmong(visitor.failed, remote) ? { ...remote, version: '', integrity: {} } : remote,
    ),
  };
}

/**
 * Chooses remotes whose routes can be in one page. Passes over a previous version with a route or page name that
 * another remote has by now, as if it had failed.
 */
function chooseRoutable(registry: Registry, visitor: Visitor): ActiveRemotes {
  const chosen = chooseRemotes(registry, visitor);
  const colliding = chosen.remotes.filter((remote) => {
    const others = chosen.remotes.filter(({ id }) => id !== remote.id);
    return remote.channel === 'previous' && collision(remote, others);
  });
  if (colliding.length === 0) return chosen;
  const unfit = colliding.map(({ id, version }) => ({ remote: id, version }));
  return chooseRoutable(registry, { ...visitor, failed: [...visitor.failed, ...unfit] });
}

/**
 * Chooses the remotes of this visitor's page. `failed` are the versions that have already failed on this page, whose
 * routes stay as they are. Loads the complete registry, with previous versions, only if some remote has failed in all
 * versions that the page knows. If its previous versions have failed too, and `failed` is not empty, asks the shop which
 * versions are live now. Never rejects: a registry that can't be loaded is ignored.
 */
export async function chooseGoodVersions(
  registry: ShopRegistry,
  failed: readonly FailedVersion[] = [],
): Promise<ActiveRemotes> {
  const visitor = visitorOf(registry.current(), failed);
  const choose = failed.length > 0 ? chooseRemotes : chooseRoutable;
  let chosen = choose(registry.current(), visitor);
  const sources = [registry.complete, ...(failed.length > 0 ? [registry.refresh] : [])];
  for (const load of sources) {
    if (!chosen.remotes.some((remote) => isAmong(visitor.failed, remote))) break;
    chosen = choose(await load().catch(registry.current), visitor);
  }
  return chosen;
}
