export { Draft as Component } from '../pages/Draft.tsx';
