import type { Breakage } from '@patchwork/devtools-bridge';
import { containerName } from '@patchwork/federation';
import type { FederationRuntime } from '@patchwork/federation/browser';

/** Milliseconds that every load of a slow remote takes on top. */
const delay = 5000;

const pause = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));

/** The module with a component that falls over, for the shop's own error screens to catch. */
const throwing = (module: unknown, container: string): unknown => ({
  ...Object(module),
  Component() {
    throw new Error(`${container} throws on render: broken on purpose`);
  },
});

/** The federation runtime with the breakages in it that lie in a remote's code. */
export function breakRuntime(
  runtime: FederationRuntime,
  breakages: Readonly<Record<string, Breakage>>,
): FederationRuntime {
  const broken = new Map(
    Object.entries(breakages).map(([id, breakage]) => [containerName(id), breakage]),
  );
  return {
    registerRemotes: (...args) => runtime.registerRemotes(...args),
    async loadRemote(request) {
      const [container = ''] = request.split('/');
      const breakage = broken.get(container);
      if (breakage === 'slow') await pause(delay);
      const module = await runtime.loadRemote(request);
      return breakage === 'throws' ? throwing(module, container) : module;
    },
  };
}
