export type { StandalonePage } from './open-alone.tsx';
export { openAlone } from './open-alone.tsx';
