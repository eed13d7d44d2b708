export type { Publication, Published } from './piece.ts';
export { readPort } from './port.ts';
export { publishRemote } from './publish-remote.ts';
export { publishShell } from './publish-shell.ts';
export { ReleaseError } from './release-error.ts';
export type { ReleaseServer, ServeOptions } from './serve.ts';
export { serve } from './serve.ts';
export type { Size } from './size.ts';
export { stitch } from './stitch.ts';
