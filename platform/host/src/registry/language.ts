import type { RemoteDeclaration } from './declaration.ts';

/** Language of the texts that are in the code, and of all texts that a remote doesn't translate. */
export const SOURCE_LANGUAGE = 'en';

type Translated = Pick<RemoteDeclaration, 'languages'>;

/** Returns the languages beside English that at least one of these versions has, sorted. */
export const languagesOf = (remotes: readonly Translated[]): string[] =>
  [...new Set(remotes.flatMap(({ languages = [] }) => languages))].sort();

/** Returns the language whose prefix a path has: 'hi' for '/hi/cart'; English for a path without one. */
export const languageOfPath = (pathname: string, languages: readonly string[]): string =>
  languages.find((language) => language === pathname.split('/', 2)[1]?.toLowerCase()) ??
  SOURCE_LANGUAGE;

/** Returns the language of a version's texts in a document. */
export const languageIn = (document: string, { languages }: Translated): string =>
  languages?.includes(document) ? document : SOURCE_LANGUAGE;

/**
 * Returns the attribute of an element with a version's texts: of each in a document that is not English, because its
 * parts may be. The English document is as it was.
 */
export const langAttribute = (
  document: string | undefined,
  remote: Translated,
): string | undefined =>
  document && document !== SOURCE_LANGUAGE ? languageIn(document, remote) : undefined;

/** Returns a path in a language: '/hi/cart' for '/cart' and for '/hi/cart'. */
export const pathInLanguage = (path: string, language: string): string =>
  language === SOURCE_LANGUAGE || languageOfPath(path, [language]) === language
    ? path
    : `/${language}${path === '/' ? '' : path}`;

/** Returns a path without the prefix of a language: '/cart' for '/hi/cart'. */
export const pathWithoutLanguage = (path: string, language: string): string =>
  languageOfPath(path, [language]) === language && language !== SOURCE_LANGUAGE
    ? path.slice(language.length + 1) || '/'
    : path;

/**
 * Returns a version as a document in a language has it: all its pages are below the language's prefix, also if its texts
 * are English. So that every link, match and address follows, this is done once, where versions are read.
 */
export function inLanguage<Version extends Pick<RemoteDeclaration, 'routes'>>(
  version: Version,
  language: string,
): Version {
  if (language === SOURCE_LANGUAGE) return version;
  const routes = version.routes.map((route) => ({
    ...route,
    path: pathInLanguage(route.path, language),
    ...(route.from && { from: route.from.map((old) => pathInLanguage(old, language)) }),
  }));
  return { ...version, routes };
}
