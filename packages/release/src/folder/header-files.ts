import path from 'node:path';
import type { Registry } from '@patchwork/federation';
import { readIfPresent } from '../bytes/files.ts';
import { hostHeadersFile, nginxHeadersFile } from '../policy/host-files.ts';
import { pageHeaders } from '../policy/page-headers.ts';
import { folderOfVersion, shellName } from './folders.ts';
import { updateWrittenFile } from './written-file.ts';

type Shell = NonNullable<Registry['shell']>;

/**
 * The live shell's template, and the one before: a server that reads its headers seldom, as nginx does,
 * has them before the page, and may send either.
 */
async function liveTemplates(release: string, { version, previous }: Shell): Promise<string[]> {
  const versions = [version, ...previous.slice(0, 1)];
  const templates = await Promise.all(
    versions.map((version) =>
      readIfPresent(path.join(folderOfVersion(release, shellName, version), 'index.html')),
    ),
  );
  return templates.flatMap((template) => (template ? [template.toString()] : []));
}

/** Writes the headers of the page for web servers that can't derive them. */
export async function updateHeaderFiles(
  release: string,
  shell: Shell,
  config: unknown,
): Promise<void> {
  const headers = pageHeaders(config, await liveTemplates(release, shell));
  await updateWrittenFile(path.join(release, '_headers'), hostHeadersFile(headers));
  await updateWrittenFile(path.join(release, '_headers.nginx.conf'), nginxHeadersFile(headers));
}
