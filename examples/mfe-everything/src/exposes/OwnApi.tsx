export { OwnApi as Component } from '../pages/OwnApi.tsx';
