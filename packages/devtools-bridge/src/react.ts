export { Devtools } from './panel/Devtools.tsx';
export { DevtoolsProvider } from './panel/devtools-context.tsx';
