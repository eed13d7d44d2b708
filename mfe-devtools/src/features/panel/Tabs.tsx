import type { Inspection } from '@patchwork/devtools-bridge';
import { Activity, memo, type ReactNode, useId, useState } from 'react';
import * as v from 'valibot';
import { keptInTab } from '../../kept-in-tab.ts';
import { moveFocus } from '../../roving.ts';
import { TabFence } from './TabFence.tsx';
import styles from './Tabs.module.css';
import type { PanelTab } from './tab.ts';

const keptTab = keptInTab({ name: 'tab', version: 1, schema: v.string(), empty: '' });

/** A tab that is left keeps what was typed and chosen in it, and does nothing until it is back. */
function useChosenTab([first, ...others]: PanelTabs) {
  const [chosen, setChosen] = useState(() => {
    const kept = keptTab.read();
    return [first, ...others].some(({ id }) => id === kept) ? kept : first.id;
  });
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([chosen]));
  const choose = (id: string) => {
    keptTab.write(id);
    setChosen(id);
    setVisited(new Set([...visited, id]));
  };
  return { chosen, visited, choose };
}

export type PanelTabs = readonly [PanelTab, ...PanelTab[]];

interface TabsProps {
  readonly tabs: PanelTabs;
  readonly inspection: Inspection;
  /** Stands at the end of the bar. */
  readonly children: ReactNode;
}

export const Tabs = memo(function Tabs({ tabs, inspection, children }: TabsProps) {
  const prefix = useId();
  const { chosen, visited, choose } = useChosenTab(tabs);
  return (
    <>
      <div className={styles.bar}>
        <div
          role="tablist"
          aria-label="Devtools"
          className={styles.list}
          onKeyDown={(event) => moveFocus(event, '[role="tab"]', 'horizontal')}
        >
          {tabs.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${prefix}${id}-tab`}
              aria-selected={id === chosen}
              aria-controls={visited.has(id) ? `${prefix}${id}` : undefined}
              tabIndex={id === chosen ? 0 : -1}
              className={styles.tab}
              onFocus={() => choose(id)}
              onClick={() => choose(id)}
            >
              {title}
            </button>
          ))}
        </div>
        {children}
      </div>
      {tabs
        .filter(({ id }) => visited.has(id))
        .map(({ id, title, Component }) => (
          <Activity key={id} mode={id === chosen ? 'visible' : 'hidden'}>
            <div
              role="tabpanel"
              id={`${prefix}${id}`}
              aria-labelledby={`${prefix}${id}-tab`}
              className={styles.panel}
            >
              <TabFence title={title}>
                <Component inspection={inspection} />
              </TabFence>
            </div>
          </Activity>
        ))}
    </>
  );
});
