export { Tailwind as Component } from '../pages/Tailwind.tsx';
