import { useLayoutEffect, useRef, useState } from 'react';
import { SmallButton } from '../../controls.tsx';
import { counted, describeDuration } from '../../measure.ts';
import look from '../../styles.module.css';
import type { StreamEvent } from './events.ts';
import styles from './RequestTester.module.css';

/** Number of events that are shown at once: thousands would freeze the page. */
const EVENTS = 100;
/** Most characters of an event. The view Raw has all. */
const MAX_DATA = 10_000;

/** Props that make the region focusable, so that it can be scrolled by keyboard. */
const scrolling = { tabIndex: 0 };

const shortened = (data: string): string =>
  data.length > MAX_DATA
    ? `${data.slice(0, MAX_DATA)}… and ${data.length - MAX_DATA} characters more`
    : data;

/** Events of a stream, the last ones at first. Follows the newest, unless an earlier one was scrolled to. */
export function EventList({ events }: { readonly events: readonly StreamEvent[] }) {
  const [count, setCount] = useState(EVENTS);
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const start = Math.max(0, events.length - count);
  useLayoutEffect(() => {
    if (isAtEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight;
  });
  return (
    <>
      <p className={look.hint}>{counted(events.length, 'event', 'events')}</p>
      {start > 0 && (
        <div>
          <SmallButton onClick={() => setCount(count + EVENTS)}>
            Show {Math.min(EVENTS, start)} earlier of {start}
          </SmallButton>
        </div>
      )}
      <div
        ref={list}
        role="log"
        aria-label="Events"
        className={styles.shown}
        {...scrolling}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 8;
        }}
      >
        <ol className={styles.events}>
          {[...events.slice(start).entries()].map(([index, { name, id, data, at }]) => (
            <li key={start + index}>
              <p className={look.hint}>
                {[describeDuration(at), name, id && `id ${id}`].filter(Boolean).join(', ')}
              </p>
              <pre className={look.pre}>{shortened(data)}</pre>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}
