import type { Controls } from '@patchwork/host/boot';
import type { regionOf } from '@patchwork/host/browser';
import type { PageLogs } from '@patchwork/host/devtools';
import type { CallLog, Inspection } from '@patchwork/kit/devtools';
import type { ComponentType } from 'react';

/** Parts of the shop that the shell passes to the panel. */
export interface InspectedShop extends Controls {
  /** The button that opens the panel. */
  readonly Launcher: ComponentType<{ readonly shop: InspectedShop }>;
  readonly store: Inspection['store'];
  /** Attributes that mark elements of the shell for the boundaries tab. */
  readonly region: ReturnType<typeof regionOf>;
  readonly showError: (message: string) => void;
  readonly logs: PageLogs;
  readonly calls: CallLog;
  readonly mock: Inspection['mock'];
  readonly conditions: Inspection['conditions'];
}
