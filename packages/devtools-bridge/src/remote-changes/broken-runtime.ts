import { containerName } from '@patchwork/federation';
import type { FederationRuntime } from '@patchwork/federation/browser';
import type { Breakage } from '../remote-controls.ts';

const SLOW_LOAD_MS = 5000;

const wait = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));

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
    registerRemotes: (...args) => runtime.registerRemotes(...args),
    async loadRemote(request) {
      const [container = ''] = request.split('/');
      const breakage = broken.get(container);
      if (breakage === 'slow') await wait(SLOW_LOAD_MS);
      const module = await runtime.loadRemote(request);
      return breakage === 'throws' ? throwing(module, container) : module;
    },
  };
}
