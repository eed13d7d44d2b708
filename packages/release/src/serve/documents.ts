import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parsePreviews, parseRegistry, type Registry } from '@patchwork/federation';
import { configFields } from '../folder/config-fields.ts';
import { folderOfVersion, shellName } from '../folder/folders.ts';
import { prerenderedPages } from '../folder/prerendered.ts';
import { registryFile } from '../folder/registry-document.ts';
import { declaredHeads } from '../head/declared-heads.ts';
import { messageOf } from '../release-error.ts';
import type { Readers } from './api-reader.ts';
import { createRevision, type Revision } from './revision.ts';
import type { Shop } from './shop.ts';

interface DocumentsOptions extends Readers {
  readonly release: string;
  /** The runtime configuration of a release that holds no config.json. */
  readonly defaultConfig: object;
  /** The shop's public address. Default: `origin` of the runtime configuration. */
  readonly origin?: string | undefined;
  readonly report: (message: string) => void;
}

/** Returns what is served at the time. */
export type Documents = () => Revision;

/** The named shell's template; the page that was written last where the registry names no shell. */
function readTemplate(release: string, shell: Registry['shell']): string | undefined {
  const folder = shell ? folderOfVersion(release, shellName, shell.version) : release;
  const file = path.join(folder, 'index.html');
  return shell || existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The documents of a release folder, which may be edited while they are served. */
export function createDocuments({
  release,
  defaultConfig,
  origin,
  report,
  ...readers
}: DocumentsOptions): Documents {
  /** Reads a file when it, or the context, has changed. A failure is reported once, and the last good value is used. */
  function cacheFile<T, Context = undefined>(
    file: string,
    initial: T,
    parse: (text: string | undefined, context: Context) => T,
  ): (context: Context) => T {
    let [value, state] = [initial, ''];
    let known: Context | undefined;
    return (context) => {
      const stats = statSync(file, { throwIfNoEntry: false });
      const [before, contextBefore] = [state, known];
      state = stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'absent';
      known = context;
      if (state === before && context === contextBefore) return value;
      try {
        value = parse(stats && readFileSync(file, 'utf8'), context);
      } catch (error) {
        report(`${file}: ${messageOf(error)}. The last good one stays in use`);
      }
      return value;
    };
  }

  const initial: Shop = {
    registry: { format: 2, remotes: [] },
    previews: [],
    template: readTemplate(release, undefined),
    prerendered: [],
    heads: [],
  };
  // Read together: a template belongs to the registry that names its shell.
  const readShop = cacheFile(registryFile(release), initial, (text, config: unknown) => {
    if (text === undefined) throw new Error('missing');
    const { remoteOrigins } = configFields(config);
    const document: unknown = JSON.parse(text);
    const { registry, problems } = parseRegistry(document, remoteOrigins);
    const { previews, problems: ofPreviews } = parsePreviews(document);
    const template = readTemplate(release, registry.shell);
    for (const problem of [...problems, ...ofPreviews])
      report(`registry.json: left out ${problem}`);
    const prerendered = prerenderedPages(release, registry);
    return { registry, previews, template, prerendered, heads: declaredHeads(release, registry) };
  });
  const readConfig = cacheFile(path.join(release, 'config.json'), defaultConfig, (text): unknown =>
    text === undefined ? defaultConfig : JSON.parse(text),
  );

  let revision: Revision | undefined;
  return () => {
    const config = readConfig(undefined);
    const shop = readShop(config);
    if (revision?.shop !== shop || revision.config !== config) {
      revision = createRevision(shop, config, { origin, report, ...readers });
    }
    return revision;
  };
}
