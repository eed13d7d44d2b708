import type { DevtoolsPanelProps, Inspection } from '@patchwork/kit/devtools';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BoundariesTab, restoreBoundaries } from '../features/boundaries/BoundariesTab.tsx';
import { ErrorCount, ErrorsTab } from '../features/errors/ErrorsTab.tsx';
import { MockTab } from '../features/mock/MockTab.tsx';
import { Drawer, type PanelTab } from '../features/panel/Drawer.tsx';
import { RemotesTab } from '../features/remotes/RemotesTab.tsx';
import { ReproduceOffer } from '../features/reproduce/ReproduceOffer.tsx';
import { ReproduceTab } from '../features/reproduce/ReproduceTab.tsx';
import { RequestsTab } from '../features/requests/RequestsTab.tsx';

const loadStateTab = () =>
  lazy(() =>
    import('../features/state/StateTab.tsx').then(({ StateTab }) => ({ default: StateTab })),
  );

/**
 * State tab, whose code is loaded when the tab is first selected. “Try again” mounts this component again, to repeat a
 * failed request.
 */
function LazyStateTab({ inspection }: { readonly inspection: Inspection }) {
  const [StateTab] = useState(loadStateTab);
  return (
    <Suspense fallback={<p>The state is loading…</p>}>
      <StateTab inspection={inspection} />
    </Suspense>
  );
}

const tabs: readonly PanelTab[] = [
  { id: 'remotes', title: 'Remotes', Component: RemotesTab },
  { id: 'boundaries', title: 'Boundaries', Component: BoundariesTab },
  { id: 'requests', title: 'Requests', Component: RequestsTab },
  { id: 'errors', title: 'Errors', Component: ErrorsTab, Count: ErrorCount },
  { id: 'mock', title: 'Mock', Component: MockTab },
  { id: 'state', title: 'State', Component: LazyStateTab },
  { id: 'reproduce', title: 'Reproduce', Component: ReproduceTab },
];

/** Devtools panel over the running shop. */
export function Component({ inspection, onClose }: DevtoolsPanelProps) {
  // No cleanup: the outlines stay when the panel is closed.
  useEffect(() => restoreBoundaries(inspection.active), [inspection.active]);
  return (
    <Drawer tabs={tabs} inspection={inspection} onClose={onClose}>
      <ReproduceOffer inspection={inspection} />
    </Drawer>
  );
}
