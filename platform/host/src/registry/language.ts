import type { RemoteDeclaration } from './declaration.ts';

/** Language of the texts in the sources, and of all texts that a remote doesn't translate. */
export const SOURCE_LANGUAGE = 'en';

type Translated = Pick<RemoteDeclaration, 'languages'>;

/** Returns the languages beside English that at least one of these versions has, sorted. */
export const languagesOf = (remotes: readonly Translated[]): string[] =>
  [...new Set(remotes.flatMap(({ languages = [] }) => languages))].sort();

/** Returns the language whose prefix a path has: 'hi' for '/hi/cart'; English for a path without one. */
export const languageOfPath = (pathname: string, languages: readonly string[]): string =>
  languages.find((language) => language === pathname.split('/', 2)[1]?.toLowerCase()) ??
  SOURCE_LANGUAGE;

/** Returns a path in a language: '/hi/cart' for '/cart' and for '/hi/cart'. */
export const pathInLanguage = (path: string, language: string): string =>
  language === SOURCE_LANGUAGE || languageOfPath(path, [language]) === language
    ? path
    : `/${language}${path === '/' ? '' : path}`;

/** Returns a path without the prefix of a language: '/cart' for '/hi/cart'. */
export const pathWithoutLanguage = (path: string, language: string): string =>
  languageOfPath(path, [language]) === SOURCE_LANGUAGE
    ? path
    : path.slice(language.length + 1) || '/';

/**
 * Returns the `lang` of an element with a version's texts; undefined in an English document. In any other, each version
 * says it, because some have English texts there.
 */
export function langAttribute(
  document = SOURCE_LANGUAGE,
  { languages }: Translated,
): string | undefined {
  if (document === SOURCE_LANGUAGE) return undefined;
  return languages?.includes(document) ? document : SOURCE_LANGUAGE;
}

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
