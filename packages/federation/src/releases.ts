import * as v from 'valibot';
import { declarationSchema } from './declaration.ts';

/** A file's subresource integrity: 'sha384-…'. */
const integrity = v.pipe(
  v.string(),
  v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'an integrity is “sha384-…”'),
);

const sharedPackage = v.object({ version: v.string(), requiredVersion: v.string() });

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** One published version of a remote. Its folder never changes again. */
export const remoteReleaseSchema = v.object({
  ...declarationSchema.entries,
  /** '<package version>-<hash of the content>', the folder's name. */
  version: v.string(),
  /** Address of the container, absolute or from the page's root. Its files lie beside it. */
  entry: v.pipe(v.string(), v.regex(/^(?:https?:\/\/|\/)/, 'an entry is an http(s) URL or a path')),
  /** The files that each exposed module needs at once, relative to the entry: what a page preloads. */
  files: v.optional(v.record(v.string(), v.array(v.string())), {}),
  /** By path relative to the entry, every published file. */
  integrity: v.optional(v.record(v.string(), integrity), {}),
  /** The packages that it shares: the version it brings, and the range that it accepts. */
  shared: v.optional(v.record(v.string(), sharedPackage), {}),
  /** Bytes of all its files, as they are and with brotli. */
  size: v.optional(v.object({ raw: count, brotli: count })),
  /** ISO, UTC. */
  publishedAt: v.optional(v.string()),
});

export const remoteReleasesSchema = v.object({
  id: v.string(),
  /** What every visitor gets who is not in the canary's share. */
  stable: remoteReleaseSchema,
  canary: v.optional(
    v.object({
      release: remoteReleaseSchema,
      /** Of the visitors, 1 to 99. */
      percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
    }),
  ),
  /** Good ones that were stable before, newest first: a browser heals itself with the first. */
  previous: v.optional(v.array(remoteReleaseSchema), []),
});

/** registry.json: the only pointer of a release folder. */
export const releasesSchema = v.object({
  format: v.literal(2),
  shell: v.optional(v.object({ version: v.string(), previous: v.array(v.string()) })),
  remotes: v.array(v.unknown()),
});

export type RemoteRelease = v.InferOutput<typeof remoteReleaseSchema>;
export type RemoteReleases = v.InferOutput<typeof remoteReleasesSchema>;
