export { Profile as Component } from '../features/profile/Profile.tsx';
