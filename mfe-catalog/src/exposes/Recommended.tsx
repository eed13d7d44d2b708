export { Recommended as Component } from '../features/recommended/Recommended.tsx';
