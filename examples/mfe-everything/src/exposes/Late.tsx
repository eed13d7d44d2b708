export { Late as Component } from '../pages/Late.tsx';
