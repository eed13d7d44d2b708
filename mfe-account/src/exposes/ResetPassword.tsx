export { ResetPassword as Component } from '../features/password/ResetPassword.tsx';
