export { Login as Component } from '../features/login/Login.tsx';
