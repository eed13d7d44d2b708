export { Workers as Component } from '../pages/Workers.tsx';
