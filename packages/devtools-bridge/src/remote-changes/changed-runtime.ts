import { containerName } from '@patchwork/federation';
import { type FederationRuntime, pause } from '@patchwork/federation/browser';
import type { Breakage, Override } from '../remote-controls.ts';

const SLOW_LOAD_MS = 5000;

/** The module with a component that throws, for the shop's error boundaries to catch. */
const throwing = (module: unknown, container: string): unknown => ({
  ...Object(module),
  Component() {
    throw new Error(`${container} throws on render: broken on purpose`);
  },
});

/** The runtime with the breakages 'slow' and 'throws', which are in what a remote's modules do. */
export function breakRuntime(
  runtime: FederationRuntime,
  breakages: Readonly<Record<string, Breakage>>,
): FederationRuntime {
  const broken = new Map(
    Object.entries(breakages).map(([id, breakage]) => [containerName(id), breakage]),
  );
  return {
    ...runtime,
    async loadRemote(request) {
      const [container = ''] = request.split('/');
      const breakage = broken.get(container);
      if (breakage === 'slow') await pause(SLOW_LOAD_MS);
      const module = await runtime.loadRemote(request);
      return breakage === 'throws' ? throwing(module, container) : module;
    },
  };
}

/** The loader requests every module twice before it reports a failure. */
const ATTEMPTS = 2;

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join();

/**
 * Calls `onFailure` when a module of an override can't be loaded. It returns true where it reloads
 * the page without the override: the load then stays pending, so that no error shows up until then.
 */
export function fallBackFromOverrides(
  runtime: FederationRuntime,
  overrides: readonly Override[],
  onFailure: (override: Override, reason: string) => boolean,
): FederationRuntime {
  const failed = new Map<string, number>();
  return {
    ...runtime,
    async loadRemote(request) {
      const [container, ...module] = request.split('/');
      const override = overrides.find(({ remoteId }) => containerName(remoteId) === container);
      if (!override) return runtime.loadRemote(request);
      try {
        return await runtime.loadRemote(request);
      } catch (error) {
        const count = (failed.get(request) ?? 0) + 1;
        failed.set(request, count);
        const reason = `./${module.join('/')} could not be loaded: ${firstLine(error)}`;
        if (count >= ATTEMPTS && onFailure(override, reason)) return new Promise(() => undefined);
        throw error;
      }
    },
  };
}
