import type { regionOf } from '@patchwork/federation/browser';
import { createContext } from 'react';
import type { Inspection } from './inspection.ts';
import type { PageLogs } from './page-logs.ts';
import type { RemoteControls } from './remote-controls.ts';
import type { RunningShop, ServedShop } from './shop.ts';

/** Parts of the shop that the shell passes to the panel. */
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
  /** Controls of a page that started with changed remotes; otherwise the panel creates them. */
  readonly remoteControls: RemoteControls | undefined;
}

/** Undefined where the runtime configuration allows no devtools. */
export const DevtoolsContext = createContext<InspectedShop | undefined>(undefined);
