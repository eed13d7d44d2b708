export { Privacy as Component } from '../features/help/Privacy.tsx';
