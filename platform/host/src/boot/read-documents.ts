import { chooseGoodVersions, createShopRegistry, rememberHang } from '../browser.ts';
import { hasRemoteChanges } from '../devtools/has-remote-changes.ts';
import { loadRemoteChanges } from '../devtools/load-remote-changes.ts';
import { type ServedPage, withoutDevtools } from '../devtools/page.ts';
import { parseRegistry } from '../index.ts';
import type { Host, HostConfig } from './host.ts';

/** Name of a document in the page: its configuration or its registry. */
type DocumentName = 'registry' | 'config';

/**
 * Reads a document that the server has embedded in the page's HTML; in development, fetches it. Rejects with an error
 * that names the document.
 */
export async function readDocument(name: DocumentName): Promise<unknown> {
  const embedded = document.getElementById(`patchwork-${name}`);
  try {
    if (embedded) return JSON.parse(embedded.textContent);
    const response = await fetch(`/${name}.json`, { cache: 'no-store' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (cause) {
    throw new Error(`The page’s ${name} could not be read`, { cause });
  }
}

/** Reads the documents, and chooses the versions for this visitor and tab. Rejects if a document is unreadable. */
export async function readDocuments<Config extends HostConfig>({
  parseConfig,
  version,
}: Pick<Host<Config>, 'parseConfig' | 'version'>) {
  const [registryDocument, configDocument] = await Promise.all([
    readDocument('registry'),
    readDocument('config'),
  ]);
  const config = parseConfig(configDocument);
  const { registry: embedded, problems: unread } = parseRegistry(
    registryDocument,
    config.remoteOrigins,
  );
  const registry = createShopRegistry(embedded, {
    remoteOrigins: config.remoteOrigins,
    hasRemoteChanges: hasRemoteChanges(),
  });
  const hung = rememberHang();
  const all = await chooseGoodVersions(registry);
  const chosen = config.devtools ? all : withoutDevtools(all);
  const served: ServedPage = { active: chosen, devtools: config.devtools };
  const changes = await loadRemoteChanges(served);
  const problems = [...unread, ...(changes?.problems ?? [])];
  for (const problem of problems) console.error(`The registry leaves out ${problem}`);
  // In development the registry has no release of the shell.
  const shell = embedded.shell?.version ?? version;
  const active = changes?.active ?? chosen;
  const isIncomplete = embedded.incomplete === true || changes?.isIncomplete === true;
  return { config, registry, shell, served, changes, active, isIncomplete, problems, hung };
}
