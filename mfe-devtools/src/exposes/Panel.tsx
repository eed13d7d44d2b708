import type { DevtoolsPanelProps, Inspection } from '@patchwork/kit/devtools';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { ErrorCount, ErrorsTab } from '../features/errors/ErrorsTab.tsx';
import { MockTab } from '../features/mock/MockTab.tsx';
import { Drawer, type PanelTab } from '../features/panel/Drawer.tsx';
import { RemotesTab } from '../features/remotes/RemotesTab.tsx';
import { ReproduceOffer } from '../features/reproduce/ReproduceOffer.tsx';
import { ReproduceTab } from '../features/reproduce/ReproduceTab.tsx';
import { RequestsTab } from '../features/requests/RequestsTab.tsx';

type Tab = ComponentType<{ readonly inspection: Inspection }>;

/**
 * Returns a tab whose code is loaded when the tab is first selected. “Try again” mounts its component again, to repeat a
 * failed request.
 */
const lazyTab =
  (what: string, load: () => Promise<Tab>): Tab =>
  ({ inspection }) => {
    const [Loaded] = useState(() => lazy(async () => ({ default: await load() })));
    return (
      <Suspense fallback={<p>The {what}…</p>}>
        <Loaded inspection={inspection} />
      </Suspense>
    );
  };

const loadBoundaries = () => import('../features/boundaries/BoundariesTab.tsx');

const BoundariesTab = lazyTab('boundaries are loading', async () => {
  return (await loadBoundaries()).BoundariesTab;
});

const GraphTab = lazyTab('graph is loading', async () => {
  return (await import('../features/graph/GraphTab.tsx')).GraphTab;
});

const StateTab = lazyTab('state is loading', async () => {
  return (await import('../features/state/StateTab.tsx')).StateTab;
});

const SettingsTab = lazyTab('settings are loading', async () => {
  return (await import('../features/settings/SettingsTab.tsx')).SettingsTab;
});

const tabs: readonly PanelTab[] = [
  { id: 'remotes', title: 'Remotes', Component: RemotesTab },
  { id: 'boundaries', title: 'Boundaries', Component: BoundariesTab },
  { id: 'graph', title: 'Graph', Component: GraphTab },
  { id: 'requests', title: 'Requests', Component: RequestsTab },
  { id: 'errors', title: 'Errors', Component: ErrorsTab, Count: ErrorCount },
  { id: 'mock', title: 'Mock', Component: MockTab },
  { id: 'state', title: 'State', Component: StateTab },
  { id: 'settings', title: 'Settings', Component: SettingsTab },
  { id: 'reproduce', title: 'Reproduce', Component: ReproduceTab },
];

/** Devtools panel over the running shop. */
export function Component({ inspection, onClose }: DevtoolsPanelProps) {
  // No cleanup: the outlines stay when the panel is closed.
  useEffect(() => {
    loadBoundaries().then(
      ({ restoreBoundaries }) => restoreBoundaries(inspection.active),
      console.error,
    );
  }, [inspection.active]);
  return (
    <Drawer tabs={tabs} inspection={inspection} onClose={onClose}>
      <ReproduceOffer inspection={inspection} />
    </Drawer>
  );
}
