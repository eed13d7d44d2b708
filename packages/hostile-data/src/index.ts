export { hostileAddresses } from './addresses.ts';
export { type HostileDocument, hostileDocuments } from './hostile-documents.ts';
export type { HostileText } from './hostile-text.ts';
export { isUnicode, oddTexts } from './odd-texts.ts';
export { isPolluted, pollutedDocuments, prototypeNames } from './prototype-names.ts';
export { SCRIPT_MARK, scriptInjections } from './script-injections.ts';
