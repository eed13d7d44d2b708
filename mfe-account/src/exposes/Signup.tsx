export { Signup as Component } from '../features/signup/Signup.tsx';
