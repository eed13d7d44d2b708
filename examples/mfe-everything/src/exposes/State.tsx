export { State as Component } from '../pages/State.tsx';
