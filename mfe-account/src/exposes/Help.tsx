export { Help as Component } from '../features/help/Help.tsx';
