export { logIn } from './testing/log-in.ts';
export { testPathTo } from './testing/path-to.ts';
