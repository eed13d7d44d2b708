export { inRelease } from './hot-expose.ts';
export { remoteConfig } from './remote-config.ts';
