export { Returns as Component } from '../features/help/Returns.tsx';
