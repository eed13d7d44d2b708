import type { RemoteDeclaration } from './declaration.ts';
import { pathInLanguage, SOURCE_LANGUAGE } from './language.ts';
import type { Registry } from './registry.ts';

// Not in the same file as what every page uses: a page gets its versions in its language from the server.

/** Returns the name of an exposed module of the build in a language, among a version's `files`. */
export const moduleInLanguage = (module: string, language: string): string =>
  language === SOURCE_LANGUAGE ? module : `${module} ${language}`;

interface Version extends Pick<RemoteDeclaration, 'routes' | 'languages'> {
  readonly entry: string;
  readonly files: Readonly<Record<string, string[]>>;
  readonly integrity?: Readonly<Record<string, string>> | undefined;
}

/** Removes the beginning of names that have it, and drops all others. */
const below = <Value>(folder: string, all: Readonly<Record<string, Value>>) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      name.startsWith(folder) ? [[name.slice(folder.length), value]] : [],
    ),
  );

/** Returns the version's build in a language, which is in a folder of its own. */
function buildIn<V extends Version>(version: V, language: string): V {
  const { entry, files, integrity = {}, languages } = version;
  const folder = `${language}/`;
  const own = entry.slice(0, entry.lastIndexOf('/') + 1);
  if (!(`${folder}remoteEntry.js` in integrity))
    // Its build is already the one of the language, or it is another server's, which has English alone.
    return { ...version, languages: own.endsWith(`/${folder}`) ? languages : undefined };
  const modules = Object.entries(files).flatMap(([name, names]) => {
    const [module = '', of] = name.split(' ');
    return of === language ? [[module, names.map((file) => file.slice(folder.length))]] : [];
  });
  return {
    ...version,
    entry: `${own}${folder}${entry.slice(own.length)}`,
    files: Object.fromEntries(modules),
    integrity: below(folder, integrity),
  };
}

/**
 * Returns a version as a document in a language has it: its pages are below the language's prefix, and its files are
 * those of its build in that language or, if it has none, the English ones. Every link, match and download follows.
 */
export function inLanguage<V extends Version>(version: V, language: string): V {
  if (language === SOURCE_LANGUAGE) return version;
  const routes = version.routes.map((route) => ({
    ...route,
    path: pathInLanguage(route.path, language),
    ...(route.from && { from: route.from.map((old) => pathInLanguage(old, language)) }),
  }));
  const isTranslated = version.languages?.includes(language);
  return { ...(isTranslated ? buildIn(version, language) : version), routes };
}

/** Returns a registry with all versions as a document in a language has them. */
export const registryInLanguage = (registry: Registry, language: string): Registry =>
  language === SOURCE_LANGUAGE
    ? registry
    : {
        ...registry,
        remotes: registry.remotes.map(({ stable, canary, previous, ...remote }) => ({
          ...remote,
          stable: inLanguage(stable, language),
          ...(canary && {
            canary: { ...canary, release: inLanguage(canary.release, language) },
          }),
          previous: previous.map((version) => inLanguage(version, language)),
        })),
      };
