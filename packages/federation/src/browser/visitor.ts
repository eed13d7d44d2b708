import type { FailedVersion } from '../registry/choose-remotes.ts';

/*
 * Free of dependencies: read by the script that is inlined into the page's HTML as well. Both keys
 * hold no more than what a release needs to know of a browser, and are nobody's to be sent.
 */

const bucketKey = 'patchwork:bucket';
const badKey = 'patchwork:bad-releases';

/** Milliseconds. After a day a version gets another chance, if the registry still names it. */
const memory = 24 * 60 * 60 * 1000;

interface KeptBad extends FailedVersion {
  readonly until: number;
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

/** False where the browser keeps nothing. */
function keep(key: string, fields: object): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ version: 1, ...fields }));
    return true;
  } catch {
    return false;
  }
}

/**
 * This browser's place among the visitors, 0 to 99.99: drawn once, and anew when it can't be read.
 * Undefined where the browser keeps nothing, as it could not be the same on the next page.
 */
export function readBucket(): number | undefined {
  const { version, bucket } = Object(readJson(bucketKey));
  if (version === 1 && typeof bucket === 'number' && bucket >= 0 && bucket < 100) return bucket;
  const drawn = Math.floor(Math.random() * 10_000) / 100;
  return keep(bucketKey, { bucket: drawn }) ? drawn : undefined;
}

function isKeptBad(entry: unknown): entry is KeptBad {
  const { remote, version, until } = Object(entry);
  const isLeft = until > Date.now() && until <= Date.now() + memory;
  return typeof remote === 'string' && typeof version === 'string' && isLeft;
}

function readKeptBad(): KeptBad[] {
  const { version, bad } = Object(readJson(badKey));
  return version === 1 && Array.isArray(bad) ? bad.filter(isKeptBad) : [];
}

/** The versions that failed this visitor within the last day. */
export const readFailedVersions: () => readonly FailedVersion[] = readKeptBad;

const except = ({ remote, version }: FailedVersion) =>
  readKeptBad().filter((entry) => entry.remote !== remote || entry.version !== version);

export function rememberFailure(bad: FailedVersion): void {
  keep(badKey, { bad: [...except(bad), { ...bad, until: Date.now() + memory }] });
}

export function forgetFailure(bad: FailedVersion): void {
  keep(badKey, { bad: except(bad) });
}
