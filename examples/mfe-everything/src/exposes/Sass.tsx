export { Sass as Component } from '../pages/Sass.tsx';
