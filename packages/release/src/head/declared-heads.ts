import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type HeadDeclaration,
  type PublishedRemote,
  type Registry,
  remoteJsonSchema,
} from '@patchwork/federation';
import * as v from 'valibot';
import { folderOfVersion } from '../folder/folders.ts';

/** A path of the shop, and what the head of its page says. */
export interface DeclaredHead {
  readonly path: string;
  /** Undefined where the remote declares none. */
  readonly head: HeadDeclaration | undefined;
  /** Whether search engines may list the page. */
  readonly isIndexed: boolean;
}

const schema = v.pipe(v.string(), v.parseJson(), remoteJsonSchema);

/** The heads in the remote.json of a version; none of one on another server, or of a damaged one. */
function headsIn(release: string, { id, version, entry }: PublishedRemote) {
  const file = path.join(folderOfVersion(release, id, version), 'remote.json');
  if (!entry.startsWith('/') || !existsSync(file)) return new Map();
  const parsed = v.safeParse(schema, readFileSync(file, 'utf8'));
  const routes = parsed.success ? parsed.output.routes : [];
  return new Map(routes.map((route) => [route.path, route.head]));
}

/** Every path of the stable versions, with the head that its remote declares for it. */
export const declaredHeads = (
  release: string,
  { remotes }: Pick<Registry, 'remotes'>,
): DeclaredHead[] =>
  remotes.flatMap(({ stable }) => {
    const heads = headsIn(release, stable);
    return stable.routes.map((route) => {
      const head: HeadDeclaration | undefined = heads.get(route.path);
      const isIndexed = route.access !== 'login' && head?.index !== false;
      return { path: route.path, head, isIndexed };
    });
  });
