import type { DevtoolsPanelProps } from '@patchwork/devtools-bridge';
import { useEffect } from 'react';
import { BoundariesTab, restoreBoundaries } from '../features/boundaries/BoundariesTab.tsx';
import { ErrorCount, ErrorsTab } from '../features/errors/ErrorsTab.tsx';
import { MockTab } from '../features/mock/MockTab.tsx';
import { Drawer, type PanelTab } from '../features/panel/Drawer.tsx';
import { RemotesTab } from '../features/remotes/RemotesTab.tsx';
import { ReproduceOffer } from '../features/reproduce/ReproduceOffer.tsx';
import { ReproduceTab } from '../features/reproduce/ReproduceTab.tsx';
import { RequestsTab } from '../features/requests/RequestsTab.tsx';
import { StateTab } from '../features/state/StateTab.tsx';

const tabs: readonly PanelTab[] = [
  { id: 'remotes', title: 'Remotes', Component: RemotesTab },
  { id: 'boundaries', title: 'Boundaries', Component: BoundariesTab },
  { id: 'requests', title: 'Requests', Component: RequestsTab },
  { id: 'errors', title: 'Errors', Component: ErrorsTab, Count: ErrorCount },
  { id: 'mock', title: 'Mock', Component: MockTab },
  { id: 'state', title: 'State', Component: StateTab },
  { id: 'reproduce', title: 'Reproduce', Component: ReproduceTab },
];

/** The devtools over the running shop. */
export function Component({ inspection, onClose }: DevtoolsPanelProps) {
  // No cleanup: the boundaries stay when the panel is closed.
  useEffect(() => restoreBoundaries(inspection.active), [inspection.active]);
  return (
    <Drawer tabs={tabs} inspection={inspection} onClose={onClose}>
      <ReproduceOffer inspection={inspection} />
    </Drawer>
  );
}
