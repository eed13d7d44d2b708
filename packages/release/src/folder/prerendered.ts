import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type PrerenderedPages,
  type PublishedRemote,
  prerenderedFile,
  type Registry,
} from '@patchwork/federation';
import * as v from 'valibot';
import { folderOfVersion } from './folders.ts';

const html = v.union([
  v.array(v.string()),
  // Of a remote that was built before a page could have several.
  v.pipe(
    v.string(),
    v.transform((form) => [form]),
  ),
]);

const schema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), html));

/** The HTML of one page of a published remote: the first form whose placeholders are known is shown. */
export interface PrerenderedPage {
  readonly remote: PublishedRemote;
  readonly module: string;
  readonly forms: readonly string[];
}

/** Those of a version on another server, or of one that was damaged, are left out: its pages work without. */
function pagesIn(folder: string): PrerenderedPages {
  const file = path.join(folder, prerenderedFile);
  const parsed = v.safeParse(schema, existsSync(file) ? readFileSync(file, 'utf8') : '{}');
  return parsed.success ? parsed.output : {};
}

/** The prerendered pages of the stable versions. */
export function prerenderedPages(
  release: string,
  { remotes }: Pick<Registry, 'remotes'>,
): PrerenderedPage[] {
  return remotes
    .filter(({ stable }) => stable.entry.startsWith('/'))
    .flatMap(({ stable: remote }) =>
      Object.entries(pagesIn(folderOfVersion(release, remote.id, remote.version))).map(
        ([module, forms]) => ({
          remote,
          module,
          forms: forms.map((form) => form.replaceAll('remote:', path.posix.dirname(remote.entry))),
        }),
      ),
    );
}
