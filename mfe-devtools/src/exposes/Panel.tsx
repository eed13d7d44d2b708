import type { DevtoolsPanelProps } from '@patchwork/devtools-bridge';
import { BoundariesTab } from '../features/boundaries/BoundariesTab.tsx';
import { useBoundaries } from '../features/boundaries/useBoundaries.ts';
import { MockTab } from '../features/mock/MockTab.tsx';
import { Drawer } from '../features/panel/Drawer.tsx';
import type { PanelTabs } from '../features/panel/Tabs.tsx';
import { RemotesTab } from '../features/remotes/RemotesTab.tsx';
import { ReproduceOffer } from '../features/reproduce/ReproduceOffer.tsx';
import { ReproduceTab } from '../features/reproduce/ReproduceTab.tsx';
import { RequestsTab } from '../features/requests/RequestsTab.tsx';
import { StateTab } from '../features/state/StateTab.tsx';

const tabs: PanelTabs = [
  { id: 'remotes', title: 'Remotes', Component: RemotesTab },
  { id: 'boundaries', title: 'Boundaries', Component: BoundariesTab },
  { id: 'requests', title: 'Requests', Component: RequestsTab },
  { id: 'mock', title: 'Mock', Component: MockTab },
  { id: 'state', title: 'State', Component: StateTab },
  { id: 'reproduce', title: 'Reproduce', Component: ReproduceTab },
];

/** The devtools over the running shop. */
export function Component({ inspection, onClose }: DevtoolsPanelProps) {
  useBoundaries(inspection.registry);
  return (
    <Drawer tabs={tabs} inspection={inspection} onClose={onClose}>
      <ReproduceOffer inspection={inspection} />
    </Drawer>
  );
}
