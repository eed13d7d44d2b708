/** Part of the runtime that a container's own code calls (see build-basics.ts). */
export { init } from '@module-federation/runtime';
