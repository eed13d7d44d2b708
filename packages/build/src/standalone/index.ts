export type { StandalonePage } from './open-standalone.tsx';
export { openAlone } from './open-standalone.tsx';
