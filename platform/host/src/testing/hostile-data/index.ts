export { hostileAddresses } from './addresses.ts';
export {
  type HostileDocument,
  hostileDocuments,
  isPolluted,
  pollutedDocuments,
  prototypeNames,
} from './hostile-documents.ts';
export { type HostileText, isUnicode, oddTexts } from './hostile-text.ts';
export { SCRIPT_MARK, scriptInjections } from './script-injections.ts';
