export { ConfirmEmail as Component } from '../features/password/ConfirmEmail.tsx';
