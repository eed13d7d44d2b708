import type { CallRecord, Inspection } from '@patchwork/devtools-bridge';
import { useAtomValue } from 'jotai';
import { useDeferredValue, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Choice } from '../../Choice.tsx';
import field from '../../Field.module.css';
import { refreshShop } from '../../refreshShop.ts';
import { SmallButton } from '../../SmallButton.tsx';
import words from '../../Words.module.css';
import { CallDetail } from './CallDetail.tsx';
import { CallList } from './CallList.tsx';
import { filterCalls } from './calls.ts';
import styles from './RequestsTab.module.css';

const nothingFound = (calls: readonly CallRecord[]): string =>
  calls.length === 0
    ? 'The shop has not called its API yet.'
    : `None of ${calls.length} calls fits the filter.`;

/** Where the call replaces the list, it takes the focus. */
function takeFocus(detail: HTMLElement | null): void {
  const focused = document.activeElement;
  const isHidden = focused?.hasAttribute('data-call') && focused.getClientRects().length === 0;
  if (detail && isHidden) detail.focus();
}

/** Every call of the shop to its API, live. */
export function RequestsTab({ inspection }: { readonly inspection: Inspection }) {
  const { store, callsAtom, clearCalls } = inspection;
  const calls = useAtomValue(callsAtom, { store });
  const [text, setText] = useState('');
  const [failedOnly, setFailedOnly] = useState(false);
  const shown = filterCalls(calls, useDeferredValue(text), failedOnly);
  const [selected, setSelected] = useState<number>();
  const chosen = calls.find(({ id }) => id === selected);
  const tab = useRef<HTMLDivElement>(null);

  const close = () => {
    const row = tab.current?.querySelector<HTMLElement>(`[data-call="${selected}"]`);
    // At once: a Tab that is pressed before the next frame must not be taken back.
    flushSync(() => setSelected(undefined));
    row?.focus();
  };
  return (
    <div ref={tab} className={styles.tab}>
      <div className={styles.halves} data-chosen={chosen !== undefined}>
        <div className={styles.master}>
          <div className={styles.bar}>
            <input
              type="search"
              aria-label="Filter calls"
              placeholder="Filter: path, method, status, remote"
              className={`${field.field} ${styles.text}`}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <Choice isOn={failedOnly} onChange={setFailedOnly}>
              Failed only
            </Choice>
            <SmallButton onClick={clearCalls}>Clear</SmallButton>
          </div>
          {shown.length === 0 && <p className={words.nothing}>{nothingFound(calls)}</p>}
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
