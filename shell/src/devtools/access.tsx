import type { Inspection, PageLogs, Steering } from '@patchwork/devtools-bridge';
import type { Remotes } from '@patchwork/federation/browser';
import type { Store } from '@patchwork/state';
import { createContext, type ReactNode, useContext } from 'react';
import type { RunningShop, ServedShop } from '../steering/steered-shop.ts';

/** What the panel is to see, as the boot has it. */
export interface InspectedShop {
  readonly store: Store;
  readonly remotes: Remotes;
  readonly problems: readonly string[];
  readonly logs: PageLogs;
  readonly mock: Inspection['mock'];
  readonly served: ServedShop;
  readonly running: RunningShop;
  /** What the boot found already, on a page that is steered. */
  readonly steering: Steering | undefined;
}

const DevtoolsContext = createContext<InspectedShop | undefined>(undefined);

interface DevtoolsProviderProps {
  /** Undefined where the runtime configuration allows no devtools. */
  readonly shop: InspectedShop | undefined;
  readonly children: ReactNode;
}

export function DevtoolsProvider({ shop, children }: DevtoolsProviderProps) {
  return <DevtoolsContext value={shop}>{children}</DevtoolsContext>;
}

export const useInspectedShop = (): InspectedShop | undefined => useContext(DevtoolsContext);
