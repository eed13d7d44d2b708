import type { Inspection } from '@patchwork/devtools-bridge';
import { createStoredValue } from '@patchwork/storage';
import { Tabs } from '@patchwork/ui';
import { Activity, type ComponentType, memo, useState } from 'react';
import * as v from 'valibot';
import styles from './Drawer.module.css';
import { TabErrorBoundary } from './TabErrorBoundary.tsx';

export interface PanelTab {
  readonly id: string;
  readonly title: string;
  /** Shown in the title: how much there is to see. */
  readonly Count?: ComponentType<{ readonly inspection: Inspection }>;
  /** Mounted when the tab is first selected. */
  readonly Component: ComponentType<{ readonly inspection: Inspection }>;
}

const storedTab = createStoredValue({
  name: 'devtools-tab',
  version: 1,
  parse: v.parser(v.string()),
  scope: 'tab',
});

/** The selected tab, remembered until the browser's tab is closed. */
function useSelectedTab(tabs: readonly PanelTab[]) {
  const [selected, setSelected] = useState(() => {
    const stored = storedTab.read();
    return (tabs.find(({ id }) => id === stored) ?? tabs[0])?.id ?? '';
  });
  const select = (id: string) => {
    storedTab.write(id);
    setSelected(id);
  };
  return [selected, select] as const;
}

interface PanelTabsProps {
  readonly tabs: readonly PanelTab[];
  readonly inspection: Inspection;
  readonly onClose: () => void;
}

/** A tab that is not selected stays mounted with what was typed in it, and its effects stop. */
export const PanelTabs = memo(function PanelTabs({ tabs, inspection, onClose }: PanelTabsProps) {
  const [selected, select] = useSelectedTab(tabs);
  const panelOf = ({ id, title, Component }: PanelTab) => (
    <Activity mode={id === selected ? 'visible' : 'hidden'}>
      <TabErrorBoundary title={title}>
        <Component inspection={inspection} />
      </TabErrorBoundary>
    </Activity>
  );
  const titleOf = ({ title, Count }: PanelTab) => (
    <>
      {title}
      {Count && <Count inspection={inspection} />}
    </>
  );
  return (
    <Tabs
      variant="bar"
      label="Devtools"
      tabs={tabs.map((tab) => ({ id: tab.id, title: titleOf(tab), panel: panelOf(tab) }))}
      selected={selected}
      onSelect={select}
      end={
        <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path d="M2 2l12 12M14 2L2 14" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
        </button>
      }
    />
  );
});
