export { Devtools } from './panel/Devtools.tsx';
export { DevtoolsContext } from './panel/devtools-context.ts';
