export { Nested as Component } from '../pages/Nested.tsx';
