import type { CallRecord, Inspection } from '@patchwork/devtools-bridge';
import { useAtomValue } from 'jotai';
import { useCallback, useDeferredValue, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { refreshShop } from '../../refreshShop.ts';
import { CallDetail } from './CallDetail.tsx';
import { CallList } from './CallList.tsx';
import { type CallFilter, filterCalls } from './calls.ts';
import { FilterBar } from './FilterBar.tsx';
import styles from './RequestsTab.module.css';

const nothingFound = (calls: readonly CallRecord[]): string =>
  calls.length === 0
    ? 'The shop has not called its API yet.'
    : `None of ${calls.length} calls fits the filter.`;

/** Every call of the shop to its API, live. */
export function RequestsTab({ inspection }: { readonly inspection: Inspection }) {
  const { store, callsAtom, clearCalls } = inspection;
  const calls = useAtomValue(callsAtom, { store });
  const [filter, setFilter] = useState<CallFilter>({ text: '', failedOnly: false });
  const shown = filterCalls(calls, useDeferredValue(filter));
  const [selected, setSelected] = useState<number>();
  const chosen = calls.find(({ id }) => id === selected);
  const tab = useRef<HTMLDivElement>(null);
  const rowOf = (id: number) => tab.current?.querySelector<HTMLElement>(`[data-call="${id}"]`);

  /** Where the call replaces the list, it takes the focus. */
  const takeFocus = useCallback((detail: HTMLElement | null) => {
    const focused = document.activeElement;
    const isHidden = focused?.hasAttribute('data-call') && focused.getClientRects().length === 0;
    if (detail && isHidden) detail.focus();
  }, []);

  const close = () => {
    const row = selected === undefined ? undefined : rowOf(selected);
    // At once: a Tab that is pressed before the next frame must not be taken back.
    flushSync(() => setSelected(undefined));
    row?.focus();
  };
  return (
    <div ref={tab} className={styles.tab}>
      <div className={styles.halves} data-chosen={chosen !== undefined}>
        <div className={styles.master}>
          <FilterBar filter={filter} onChange={setFilter} onClear={clearCalls} />
          {shown.length === 0 && <p className={styles.nothing}>{nothingFound(calls)}</p>}
          <CallList calls={shown} selected={selected} onSelect={setSelected} />
        </div>
        {chosen && (
          <CallDetail
            key={chosen.id}
            ref={takeFocus}
            call={chosen}
            onClose={close}
            onChanged={() => refreshShop(store)}
          />
        )}
      </div>
    </div>
  );
}
