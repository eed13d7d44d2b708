import path from 'node:path';
import type { Registry } from '@patchwork/federation';
import { readIfPresent } from '../bytes/files.ts';
import { hostHeadersFile, nginxHeadersFile } from '../policy/host-files.ts';
import { pagePolicy } from '../policy/page-policy.ts';
import { folderOfVersion, shellName } from './folders.ts';
import { updateWrittenFile } from './written-file.ts';

/**
 * The live shell's template, and the one before: a server that reads its headers seldom, as nginx does,
 * has them before the page, and may send either.
 */
async function liveTemplates(release: string, { shell }: Registry): Promise<string[]> {
  const versions = shell ? [shell.version, ...shell.previous.slice(0, 1)] : [];
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
  registry: Registry,
  config: unknown,
): Promise<void> {
  const templates = await liveTemplates(release, registry);
  const { headers } = pagePolicy({ registry, config, templates });
  await updateWrittenFile(path.join(release, '_headers'), hostHeadersFile(headers));
  await updateWrittenFile(path.join(release, '_headers.nginx.conf'), nginxHeadersFile(headers));
}
