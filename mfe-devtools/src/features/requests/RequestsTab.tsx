import type { CallRecord, Inspection } from '@patchwork/devtools-bridge';
import { moveFocus } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import {
  memo,
  type RefObject,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Choice, SmallButton } from '../../controls.tsx';
import field from '../../Field.module.css';
import { describeDuration, describeTime } from '../../measure.ts';
import { refreshShop } from '../../refreshShop.ts';
import words from '../../Words.module.css';
import { CallDetail, CallStatus } from './CallDetail.tsx';
import { filterCalls, pathOf } from './calls.ts';
import styles from './RequestsTab.module.css';

interface CallRowProps {
  readonly call: CallRecord;
  readonly isSelected: boolean;
  /** The one row that the Tab key stops at. */
  readonly isStop: boolean;
  readonly onSelect: (id: number) => void;
  readonly onFocus: (id: number) => void;
}

export const CallRow = memo(function CallRow(props: CallRowProps) {
  const { call, isSelected, isStop, onSelect, onFocus } = props;
  const { id, method, initiator, startedAt, outcome } = call;
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.row}
        aria-current={isSelected ? 'true' : undefined}
        tabIndex={isStop ? 0 : -1}
        data-call={id}
        onClick={() => onSelect(id)}
        onFocus={() => onFocus(id)}
      >
        <span className={styles.method}>{method}</span>{' '}
        <span className={styles.path}>{pathOf(call)}</span>{' '}
        <span className={styles.status}>
          <CallStatus outcome={outcome} />
        </span>{' '}
        <span className={styles.initiator}>{initiator}</span>{' '}
        <span className={styles.number}>{outcome && describeDuration(outcome.duration)}</span>{' '}
        <span className={styles.number}>{describeTime(startedAt)}</span>
      </button>
    </li>
  );
});

interface CallListProps {
  readonly calls: readonly CallRecord[];
  readonly selected: number | undefined;
  readonly onSelect: (id: number) => void;
}

/** Within this distance, the list counts as scrolled to its end. */
const END_TOLERANCE_PX = 8;

/**
 * A list that is scrolled to its end follows new calls. Scrolled to another position, or with the
 * focus in it, it does not move.
 */
function useFollowEnd(list: RefObject<HTMLUListElement | null>, calls: readonly CallRecord[]) {
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !isAtEnd.current || element.contains(document.activeElement)) return;
    if (calls.length > 0) element.scrollTop = element.scrollHeight;
  }, [list, calls]);
  return () => {
    const element = list.current;
    if (!element) return;
    const rest = element.scrollHeight - element.clientHeight - element.scrollTop;
    isAtEnd.current = rest <= END_TOLERANCE_PX;
  };
}

function CallList({ calls, selected, onSelect }: CallListProps) {
  const list = useRef<HTMLUListElement>(null);
  const onScroll = useFollowEnd(list, calls);
  const [focused, setFocused] = useState<number>();
  const focus = useCallback(
    (id: number) => {
      setFocused(id);
      // While a call is open, moving the focus opens the focused one.
      if (selected !== undefined) onSelect(id);
    },
    [selected, onSelect],
  );
  const stops = [focused, selected, calls.at(-1)?.id];
  const stop = stops.find((id) => calls.some((call) => call.id === id));
  return (
    <ul
      ref={list}
      className={styles.list}
      aria-label="Calls of the shop, newest last"
      onScroll={onScroll}
      onKeyDown={(event) => moveFocus(event, '[data-call]', 'vertical')}
    >
      {calls.map((call) => (
        <CallRow
          key={call.id}
          call={call}
          isSelected={call.id === selected}
          isStop={call.id === stop}
          onSelect={onSelect}
          onFocus={focus}
        />
      ))}
    </ul>
  );
}

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
