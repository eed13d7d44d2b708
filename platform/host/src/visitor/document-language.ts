import { languageOfPath, languagesOf, SOURCE_LANGUAGE } from '../registry/language.ts';
import { type Registry, versionsOf } from '../registry/registry.ts';

/** Returns the language of the document, which never changes: another one has a document of its own. */
export const documentLanguage = (): string => document.documentElement.lang || SOURCE_LANGUAGE;

/**
 * Gives the document the language of its address, which its HTML lacks in development, and on a server that sends the
 * same HTML for every path.
 */
export function adoptLanguage(registry: Pick<Registry, 'remotes'>): void {
  const language = languageOfPath(location.pathname, languagesOf(versionsOf(registry)));
  if (language !== documentLanguage()) document.documentElement.lang = language;
}
