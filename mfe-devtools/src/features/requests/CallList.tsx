import type { CallRecord } from '@patchwork/devtools-bridge';
import { moveFocus } from '@patchwork/ui';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import styles from './CallList.module.css';
import { CallRow } from './CallRow.tsx';

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

export function CallList({ calls, selected, onSelect }: CallListProps) {
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
