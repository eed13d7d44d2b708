export {
  type FilledRequest,
  fillRequest,
  parseRequestFile,
  type RequestFile,
  responseProblems,
  variablesOf,
} from './request-file.ts';
export { shapeOf } from './shape.ts';
