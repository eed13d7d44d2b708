/*
 * The parts of the federation runtime's core that the entries of remotes call. They replace the whole core (see
 * build-basics.ts): its other parts load remotes, which the shell does itself.
 */

import { getRegisteredShare } from '@module-federation/runtime/core';

export {
  assert,
  CurrentGlobal,
  error,
  Global,
  getGlobalFederationConstructor,
  ModuleFederation,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime/core';

/**
 * Helpers for entries that other bundlers build. These entries read all three parts at startup, and those of Vite also
 * call `getRegisteredShare`. The empty parts are used only for snapshots and remotes, which the shell handles itself.
 */
export const helpers = { global: {}, share: { getRegisteredShare }, utils: {} };
