export { createRemote } from './create.ts';
export { planRemote } from './plan.ts';
export { writeRemote, writeRepository } from './write.ts';
