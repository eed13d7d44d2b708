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
