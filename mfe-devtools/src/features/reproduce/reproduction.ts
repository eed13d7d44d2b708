import { endpointNames } from '@patchwork/api';
import type { ActiveRemotes } from '@patchwork/federation';
import type { MockSnapshot } from '@patchwork/mock-server';
import * as v from 'valibot';
import { draftSchema } from '../../draft.ts';
import { scenarioNames } from '../../scenarios.ts';

/** Raised when older panels could not read what this one packs. */
export const formatVersion = 1;

const failureSchema = v.object({
  rate: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  as: v.union([
    v.literal('network'),
    v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  ]),
});

const settingsSchema = v.object({
  delay: v.pipe(v.number(), v.minValue(0), v.maxValue(10_000)),
  seed: v.pipe(v.number(), v.safeInteger()),
  failures: v.record(v.picklist(endpointNames), failureSchema),
});

const stepSchema = v.object({
  op: v.picklist(['add', 'remove', 'replace']),
  path: v.pipe(v.string(), v.regex(/^\/(?:products|categories|users)(?:\/|$)/)),
  value: v.optional(v.unknown()),
});

/** The mock itself checks whether the steps produce valid data: it has the rows. */
const parcelSchema: v.GenericSchema<unknown, MockSnapshot> = v.object({
  scenario: v.picklist(scenarioNames, 'the mock of this page knows no such scenario'),
  settings: settingsSchema,
  difference: v.array(stepSchema),
});

const anyOrigin = 'https://patchwork.invalid';

/** A path as a browser writes it. '//other', '/\other' and a tab between the slashes lead to another origin. */
function isPath(path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(path, anyOrigin)) return false;
  const { origin, pathname, search } = new URL(path, anyOrigin);
  return origin === anyOrigin && pathname + search === path;
}

export const reproductionSchema = v.object({
  version: v.literal(formatVersion),
  /** The remotes of the page that made the link, with their versions. */
  shop: v.record(v.string(), v.string()),
  path: v.pipe(v.string(), v.check(isPath, 'it does not lead to a page of this shop')),
  mock: v.optional(parcelSchema),
  draft: v.optional(draftSchema),
});

/** The state of a page, as a link carries it to another developer. */
export type Reproduction = v.InferOutput<typeof reproductionSchema>;

/** The remotes of a page, as a link names them. */
export const versionsOf = ({ remotes }: ActiveRemotes): Reproduction['shop'] =>
  Object.fromEntries(remotes.map(({ id, version }) => [id, version]));
