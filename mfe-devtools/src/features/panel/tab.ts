import type { Inspection } from '@patchwork/devtools-bridge';
import type { ComponentType } from 'react';

/** One tab of the panel. Its component is mounted when it is first chosen, and kept from then on. */
export interface PanelTab {
  readonly id: string;
  readonly title: string;
  readonly Component: ComponentType<{ readonly inspection: Inspection }>;
}
