export { Everything as Component } from '../pages/Everything.tsx';
