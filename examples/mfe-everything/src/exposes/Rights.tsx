export { Rights as Component } from '../pages/Rights.tsx';
