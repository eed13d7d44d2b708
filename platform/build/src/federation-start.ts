/** The parts of the runtime that a container's generated code calls (see build-basics.ts). */
export { init } from '@module-federation/runtime';
