export { Icons as Component } from '../pages/Icons.tsx';
