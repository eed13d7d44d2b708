export { ForgotPassword as Component } from '../features/password/ForgotPassword.tsx';
