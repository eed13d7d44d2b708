export { createRemote } from './create.ts';
export { planRemote } from './plan.ts';
export { pnpmOfWorkflow, writeRemote, writeRepository } from './write.ts';
