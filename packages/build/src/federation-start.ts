/** Of the runtime, what a container's own code calls (see federation-modules.ts). */
export { init } from '@module-federation/runtime';
