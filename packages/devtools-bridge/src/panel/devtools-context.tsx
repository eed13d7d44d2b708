import type { regionOf } from '@patchwork/federation/browser';
import { createContext, type ReactNode, useContext } from 'react';
import type { Inspection } from '../inspection.ts';
import type { PageLogs } from '../logs/page-logs.ts';
import type { RunningShop, ServedShop } from '../remote-changes/shop.ts';
import type { RemoteControls } from '../remote-controls.ts';

/** What the shell hands over for the panel. */
export interface InspectedShop extends RunningShop {
  readonly store: Inspection['store'];
  /** Marks what the shell renders, as the boundaries tab shows it. */
  readonly region: ReturnType<typeof regionOf>;
  readonly problems: readonly string[];
  /** Shows a toast. */
  readonly showError: (message: string) => void;
  readonly logs: PageLogs;
  readonly mock: Inspection['mock'];
  readonly served: ServedShop;
  /** Of a page that started with changed remotes. */
  readonly remoteControls: RemoteControls | undefined;
}

const DevtoolsContext = createContext<InspectedShop | undefined>(undefined);

interface DevtoolsProviderProps {
  /** Undefined where the runtime configuration allows no devtools. */
  readonly shop: InspectedShop | undefined;
  readonly children: ReactNode;
}

export const DevtoolsProvider = ({ shop, children }: DevtoolsProviderProps) => (
  <DevtoolsContext value={shop}>{children}</DevtoolsContext>
);

export const useInspectedShop = (): InspectedShop | undefined => useContext(DevtoolsContext);
