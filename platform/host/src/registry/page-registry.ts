import { fileName } from '../loading/version-files.ts';
import { declaredSlots, slotsOfPage } from './pages-and-slots.ts';
import type { PublishedRemote, Registry } from './registry.ts';
import { versionsOf } from './registry.ts';

/**
 * Maximum number of remotes in a small shop. There, every page has the hash of every entry (50 bytes a remote,
 * compressed), and the complete registry and the HTML that serves every path also have the files of every page (400
 * bytes a remote, compressed).
 */
const FEW_REMOTES = 16;

const isSmall = ({ remotes }: Registry): boolean => remotes.length <= FEW_REMOTES;

interface PageOptions {
  /** Declared path of the requested page; undefined for the HTML that serves every path. */
  readonly route?: string | undefined;
  readonly complete?: { readonly address: string; readonly integrity: string } | undefined;
}

/**
 * Reduces a version to its declaration, its entry, and the files of `modules`. Keeps the hashes of these files and,
 * with `hasEntryHash`, of the entry, which itself contains the hashes of the other chunks.
 */
function partOf(
  release: PublishedRemote,
  modules: readonly string[],
  hasEntryHash = true,
): PublishedRemote {
  const { id, team, routes, fragments, languages, apis, version, entry } = release;
  const files = Object.entries(release.files).filter(([module]) => modules.includes(module));
  const hashed = files.flatMap(([, names]) => names);
  if (hasEntryHash) hashed.push(fileName(entry));
  const known = Object.entries(release.integrity).filter(([file]) => hashed.includes(file));
  const integrity = Object.fromEntries(known);
  return {
    ...{ id, team, routes, fragments, version, entry, integrity, shared: {} },
    ...(languages && { languages }),
    ...(apis && { apis }),
    files: Object.fromEntries(files),
  };
}

function mapVersions(
  { remotes }: Registry,
  change: (version: PublishedRemote) => PublishedRemote,
): Registry['remotes'] {
  return remotes.map(({ id, stable, canary, previous, values }) => ({
    ...{ id, ...(values && { values }) },
    stable: change(stable),
    ...(canary && { canary: { ...canary, release: change(canary.release) } }),
    previous: previous.slice(0, 1).map(change),
  }));
}

function modulesOf(
  { routes, fragments }: PublishedRemote,
  isWanted: (route: PublishedRemote['routes'][number]) => boolean,
  isShown: (slot: string) => boolean,
): string[] {
  const shown = Object.entries(fragments).filter(([slot]) => isShown(slot));
  return [...routes.filter(isWanted), ...shown.map(([, fragment]) => fragment)].map(
    ({ module }) => module,
  );
}

/**
 * Reduces a registry to what browsers need: of each remote, the stable version, the canary and one previous version,
 * with the hashes of their entries. In a small shop, stable versions and canaries also keep the files of all pages and
 * of the fragments in pages' slots, so that these files are requested together with the entry.
 */
export function completeRegistry(registry: Registry): Registry {
  const pageSlots = declaredSlots(versionsOf(registry));
  const inPages = (version: PublishedRemote) =>
    isSmall(registry)
      ? modulesOf(
          version,
          () => true,
          (slot) => slot in pageSlots,
        )
      : [];
  const remotes = mapVersions(registry, (version) => partOf(version, inPages(version)));
  return {
    format: 2,
    remotes: remotes.map(({ previous, ...remote }) => ({
      ...remote,
      previous: previous.map((version) => partOf(version, [])),
    })),
  };
}

/**
 * Reduces a registry to the part that is embedded in a page's HTML: the shell's version, all declarations, and the
 * files and hashes of the page that is shown first and of its fragments; without `route`, the files of all pages if the
 * shop is small. Only the complete registry has previous versions and, in a large shop, the hashes of entries that the
 * page at `route` doesn't use.
 */
export function pageRegistry(registry: Registry, { route, complete }: PageOptions = {}): Registry {
  const versions = versionsOf(registry);
  const needsLogin = versions.some(({ routes }) =>
    routes.some(({ path, access }) => path === route && access === 'login'),
  );
  const isFirst = ({ path, access }: PublishedRemote['routes'][number]): boolean =>
    route === undefined
      ? isSmall(registry)
      : path === route || (needsLogin && access === 'visitor');
  const pageSlots = declaredSlots(versions);
  const slots = route === undefined ? new Set<string>() : slotsOfPage(versions, route);

  function embed(version: PublishedRemote): PublishedRemote {
    const modules = modulesOf(version, isFirst, (slot) => slots.has(slot));
    const isInFrame = Object.keys(version.fragments).some((slot) => !(slot in pageSlots));
    const isUsed = modules.length > 0 || isInFrame;
    const part = partOf(version, modules, isUsed || isSmall(registry) || route === undefined);
    // A server that sends the same HTML for every path has no documents in other languages.
    return route === undefined ? { ...part, languages: undefined } : part;
  }

  const remotes = mapVersions(registry, embed).map((remote) => ({ ...remote, previous: [] }));
  return {
    format: 2,
    remotes,
    ...(registry.incomplete && { incomplete: true }),
    ...(registry.shell && { shell: { version: registry.shell.version, previous: [] } }),
    ...(complete && { complete: complete.address, completeIntegrity: complete.integrity }),
  };
}
