import type { Override } from '@patchwork/devtools-bridge';
import { containerName } from '@patchwork/federation';
import type { FederationRuntime } from '@patchwork/federation/browser';

/** The loader asks for everything twice before it tells anybody. */
const attempts = 2;

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join();

/**
 * Hears when a module of an override can't be had. `giveUp` answers whether the page is about to
 * be loaded again without it; then nobody on this page needs to hear of the failure.
 */
export function guardOverrides(
  runtime: FederationRuntime,
  overrides: readonly Override[],
  giveUp: (override: Override, reason: string) => boolean,
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
        if (count >= attempts && giveUp(override, reason)) return new Promise(() => undefined);
        throw error;
      }
    },
  };
}
