import type { CallRecord, Inspection } from '@patchwork/devtools-bridge';
import { moveFocus } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { memo, useCallback, useDeferredValue, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Choice, SmallButton } from '../../controls.tsx';
import { createWordFilter } from '../../match-words.ts';
import { describeDuration, describeTime } from '../../measure.ts';
import look from '../../styles.module.css';
import { CallDetail, CallStatus, pathOf } from './CallDetail.tsx';
import styles from './RequestsTab.module.css';

/** Whether a call got no response, or one whose status is an error. */
const isFailed = ({ outcome }: Pick<CallRecord, 'outcome'>): boolean =>
  outcome !== undefined && (outcome.kind === 'failed' || outcome.status >= 400);

/** Returns the calls whose row shows every word of the text. */
function filterCalls(calls: readonly CallRecord[], text: string, failedOnly: boolean) {
  const matches = createWordFilter(text);
  return calls.filter((call) => {
    if (failedOnly && !isFailed(call)) return false;
    const { method, initiator, outcome } = call;
    const status = outcome?.kind === 'responded' ? outcome.status : (outcome?.message ?? '');
    return matches(`${method} ${pathOf(call)} ${initiator} ${status}`);
  });
}

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
        className={`${look.line} ${styles.line}`}
        aria-current={isSelected ? 'true' : undefined}
        tabIndex={isStop ? 0 : -1}
        data-call={id}
        onClick={() => onSelect(id)}
        onFocus={() => onFocus(id)}
      >
        <strong>{method}</strong> <span className={styles.path}>{pathOf(call)}</span>{' '}
        <CallStatus outcome={outcome} />{' '}
        <span className={`${look.soft} ${styles.initiator}`}>{initiator}</span>{' '}
        <span className={`${look.time} ${styles.number}`}>
          {outcome && describeDuration(outcome.duration)}
        </span>{' '}
        <span className={`${look.time} ${styles.number}`}>{describeTime(startedAt)}</span>
      </button>
    </li>
  );
});

interface CallListProps {
  readonly calls: readonly CallRecord[];
  readonly selected: number | undefined;
  readonly onSelect: (id: number) => void;
}

function CallList({ calls, selected, onSelect }: CallListProps) {
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
    <div className={styles.list}>
      <ul
        aria-label="Calls of the shop, newest last"
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
    </div>
  );
}

const nothingFound = (calls: readonly CallRecord[]): string =>
  calls.length === 0
    ? 'The shop has not called its API yet.'
    : `None of ${calls.length} calls fits the filter.`;

/** Moves the focus to an opened call if it replaces the list, as in a narrow panel. */
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
    // Rendered at once: returning the focus later would undo a Tab that was pressed before the next frame.
    flushSync(() => setSelected(undefined));
    row?.focus();
  };
  return (
    <div ref={tab} className={styles.tab}>
      <div className={styles.halves} data-chosen={chosen !== undefined}>
        <div className={styles.master}>
          <div className={`${look.row} ${styles.bar}`}>
            <input
              type="search"
              aria-label="Filter calls"
              placeholder="Filter: path, method, status, remote"
              className={`${look.field} ${styles.filter}`}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <Choice isOn={failedOnly} onChange={setFailedOnly}>
              Failed only
            </Choice>
            <SmallButton onClick={clearCalls}>Clear</SmallButton>
          </div>
          {shown.length === 0 && <p className={look.nothing}>{nothingFound(calls)}</p>}
          <CallList calls={shown} selected={selected} onSelect={setSelected} />
        </div>
        {chosen && (
          <CallDetail
            key={chosen.id}
            ref={takeFocus}
            call={chosen}
            inspection={inspection}
            onClose={close}
          />
        )}
      </div>
    </div>
  );
}
