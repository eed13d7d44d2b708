export { Aliases as Component } from '../pages/Aliases.tsx';
