import type { Inspection } from '@patchwork/devtools-bridge';
import { Tabs as UiTabs } from '@patchwork/ui';
import { Activity, memo, type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { keptInTab } from '../../kept-in-tab.ts';
import { TabFence } from './TabFence.tsx';
import type { PanelTab } from './tab.ts';

const keptTab = keptInTab({ name: 'tab', version: 1, schema: v.string(), empty: '' });

/** The selected tab, remembered until the browser's tab is closed. */
function useSelectedTab([first, ...others]: PanelTabs) {
  const [selected, setSelected] = useState(() => {
    const stored = keptTab.read();
    return [first, ...others].some(({ id }) => id === stored) ? stored : first.id;
  });
  const select = (id: string) => {
    keptTab.write(id);
    setSelected(id);
  };
  return [selected, select] as const;
}

export type PanelTabs = readonly [PanelTab, ...PanelTab[]];

interface TabsProps {
  readonly tabs: PanelTabs;
  readonly inspection: Inspection;
  /** At the end of the bar. */
  readonly children: ReactNode;
}

/** A tab that is not selected stays mounted with what was typed in it, and its effects stop. */
export const Tabs = memo(function Tabs({ tabs, inspection, children }: TabsProps) {
  const [selected, select] = useSelectedTab(tabs);
  const panelOf = ({ id, title, Component }: PanelTab) => (
    <Activity mode={id === selected ? 'visible' : 'hidden'}>
      <TabFence title={title}>
        <Component inspection={inspection} />
      </TabFence>
    </Activity>
  );
  return (
    <UiTabs
      variant="bar"
      label="Devtools"
      tabs={tabs.map((tab) => ({ id: tab.id, title: tab.title, panel: panelOf(tab) }))}
      selected={selected}
      onSelect={select}
      end={children}
    />
  );
});
