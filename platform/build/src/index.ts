export type { Kit, PrerenderModule } from './kit.ts';
export { remoteConfig } from './remote-config.ts';
