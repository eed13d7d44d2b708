import { parseConfig } from '@patchwork/domain/runtime-config';
import { parseRegistry } from '@patchwork/host';
import { chooseGoodVersions, createShopRegistry, rememberHang } from '@patchwork/host/browser';
import { loadRemoteChanges, type ServedShop, withoutDevtools } from '@patchwork/host/devtools';
import { hasRemoteChanges } from '@patchwork/host/devtools/has-remote-changes';
import { version } from '../../package.json';

/** Name of a document that describes the shop: its configuration or its registry. */
export type DocumentName = 'registry' | 'config';

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
export async function readShop() {
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
  const served: ServedShop = { active: chosen, devtools: config.devtools };
  const changes = await loadRemoteChanges(served);
  const problems = [...unread, ...(changes?.problems ?? [])];
  for (const problem of problems) console.error(`The registry leaves out ${problem}`);
  // In development the registry has no release of the shell.
  const shell = embedded.shell?.version ?? version;
  const active = changes?.active ?? chosen;
  const isIncomplete = embedded.incomplete === true || changes?.isIncomplete === true;
  return { config, registry, shell, served, changes, active, isIncomplete, problems, hung };
}
