import { SOURCE_LANGUAGE } from '../registry/language.ts';

/** Returns the language of the document, which the server writes. It never changes: another one has another document. */
export const documentLanguage = (): string =>
  globalThis.document?.documentElement.lang || SOURCE_LANGUAGE;
