import { isOwnPath } from '@patchwork/domain';
import type { ActiveRemotes } from '@patchwork/federation';
import { snapshotSchema } from '@patchwork/mock-server';
import * as v from 'valibot';
import { draftSchema } from '../../draft.ts';

/** Raised when older panels could not read what this one packs. */
export const formatVersion = 1;

/** A path of the shop, as a browser writes it. */
function isPath(path: string): boolean {
  if (!isOwnPath(path)) return false;
  const { pathname, search } = new URL(path, 'http://patchwork.invalid');
  return pathname + search === path;
}

export const reproductionSchema = v.object({
  version: v.literal(formatVersion),
  /** The remotes of the page that made the link, with their versions. */
  shop: v.record(v.string(), v.string()),
  path: v.pipe(v.string(), v.check(isPath, 'it does not lead to a page of this shop')),
  /** The mock itself checks whether the steps produce valid data: it has the rows. */
  mock: v.optional(snapshotSchema),
  draft: v.optional(draftSchema),
});

/** The state of a page, as a link carries it to another developer. */
export type Reproduction = v.InferOutput<typeof reproductionSchema>;

/** The remotes of a page, as a link names them. */
export const versionsOf = ({ remotes }: ActiveRemotes): Reproduction['shop'] =>
  Object.fromEntries(remotes.map(({ id, version }) => [id, version]));
