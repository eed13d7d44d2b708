export { Pictures as Component } from '../pages/Pictures.tsx';
