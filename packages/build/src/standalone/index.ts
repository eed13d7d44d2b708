export { openAlone } from './open-standalone.tsx';
