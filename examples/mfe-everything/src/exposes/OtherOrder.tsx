export { OtherOrder as Component } from '../pages/OtherOrder.tsx';
