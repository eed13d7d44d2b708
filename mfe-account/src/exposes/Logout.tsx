export { Logout as Component } from '../features/logout/Logout.tsx';
