import type { DevtoolsPanelProps } from '@patchwork/inspection';
import { Drawer } from '../features/panel/Drawer.tsx';
import type { PanelTabs } from '../features/panel/Tabs.tsx';
import { RemotesTab } from '../features/remotes/RemotesTab.tsx';

const tabs: PanelTabs = [{ id: 'remotes', title: 'Remotes', Component: RemotesTab }];

/** The devtools over the running shop. */
export function Component({ inspection, onClose }: DevtoolsPanelProps) {
  return <Drawer tabs={tabs} inspection={inspection} onClose={onClose} />;
}
