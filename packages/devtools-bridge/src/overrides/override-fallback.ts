import { containerName } from '@patchwork/federation';
import type { FederationRuntime } from '@patchwork/federation/browser';
import type { Override } from '../remote-controls.ts';

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
    registerRemotes: (...args) => runtime.registerRemotes(...args),
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
