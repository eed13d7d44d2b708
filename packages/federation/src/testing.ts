import { createVersionsInForce } from './fallback/active-versions.ts';
import { createHealingLoader, type HealingOptions } from './fallback/fallback-loader.ts';
import type { Remotes } from './react/remotes.tsx';
import type { ReleasedRemote } from './registry/active-remotes.ts';
import type { Loader } from './runtime/loader.ts';

/** Remotes whose modules come from `load`. Nothing takes a failed version's place, unless it is said. */
export function remotesOver(
  load: Loader['load'],
  remotes: ReleasedRemote[],
  healing: Partial<HealingOptions> = {},
): Remotes {
  const registry = { format: 1 as const, remotes };
  const loader = createHealingLoader({
    loader: {
      load,
      settled: async () => undefined,
      isDown: () => false,
      renew: () => undefined,
      use: () => undefined,
    },
    versions: createVersionsInForce(registry),
    choose: () => registry,
    remember: () => undefined,
    forget: () => undefined,
    report: () => undefined,
    ...healing,
  });
  return { registry, loader };
}
