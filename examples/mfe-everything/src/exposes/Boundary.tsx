export { Boundary as Component } from '../pages/Boundary.tsx';
