import {
  type BadRelease,
  chooseReleases,
  type Registry,
  type Releases,
} from '@patchwork/federation';
import { readBad, readBucket } from './visitor.ts';

/**
 * What this visitor's page is made of. `bad` is what failed on this page already. A bucket is drawn
 * only where a canary asks for one.
 */
export function chooseForVisitor(releases: Releases, bad: readonly BadRelease[] = []): Registry {
  const bucket = releases.remotes.some(({ canary }) => canary) ? readBucket() : undefined;
  return chooseReleases(releases, { bucket, bad: [...bad, ...readBad()] });
}
