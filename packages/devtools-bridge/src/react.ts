export { Devtools } from './Devtools.tsx';
export { DevtoolsContext } from './devtools-context.ts';
