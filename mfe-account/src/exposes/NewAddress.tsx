export { NewAddress as Component } from '../features/profile/NewAddress.tsx';
