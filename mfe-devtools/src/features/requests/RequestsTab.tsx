import type { CallRecord, Inspection } from '@patchwork/kit/devtools';
import { moveFocus } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { describeBreakdown } from '../../breakdown.ts';
import { Chip, Choice, DownloadButton, SmallButton } from '../../controls.tsx';
import { useFileTimings } from '../../file-timings.ts';
import { createWordFilter } from '../../match-words.ts';
import { describeDuration, sizeText } from '../../measure.ts';
import look from '../../styles.module.css';
import { useBreakdowns } from '../../use-breakdowns.ts';
import { CallDetail, CallStatus, pathOf } from './CallDetail.tsx';
import styles from './RequestsTab.module.css';
import {
  durationOf,
  endOf,
  type FileRecord,
  filesOf,
  isFile,
  isModule,
  type ModuleRecord,
  moduleOf,
  type PlacedEntry,
  placeOnTimeline,
  type TimelineEntry,
} from './timeline.ts';

const isCall = (entry: TimelineEntry): entry is CallRecord => !isFile(entry) && !isModule(entry);

/** Whether an entry failed: a file or call with an error status, or a call without a response. */
function isFailed(entry: TimelineEntry): boolean {
  if (isModule(entry)) return false;
  if (isFile(entry)) return entry.timing.responseStatus >= 400;
  const { outcome } = entry;
  return outcome !== undefined && (outcome.kind === 'failed' || outcome.status >= 400);
}

/** Returns the text that a row shows and the filter searches. */
function textOf(entry: TimelineEntry): string {
  if (isModule(entry)) return `Module ${entry.breakdown.module} ${entry.breakdown.owner}`;
  if (isFile(entry)) {
    const preload = entry.isPreloaded ? ' preload' : '';
    return `${entry.kind}${preload} ${pathOf(entry)} ${entry.owner}`;
  }
  const { method, initiator, outcome } = entry;
  const status = outcome?.kind === 'responded' ? outcome.status : (outcome?.message ?? '');
  return `${method} ${pathOf(entry)} ${initiator} ${status}`;
}

const share = (part: number): string => `${(part * 100).toFixed(3)}%`;

/** Last columns of a row: initiator, duration, and a bar on the timeline. */
function Timing({ by, placed }: { readonly by: string; readonly placed: PlacedEntry }) {
  const { entry, start, length } = placed;
  const duration = durationOf(entry);
  return (
    <>
      <span className={`${look.soft} ${styles.initiator}`}>{by}</span>{' '}
      <span className={`${look.time} ${styles.number}`}>
        {duration !== undefined && describeDuration(duration)}
      </span>{' '}
      <span className={styles.lane} aria-hidden="true">
        <span
          data-file={!isCall(entry)}
          style={{ insetInlineStart: share(start), width: share(length) }}
        />
      </span>
    </>
  );
}

/** Path on one line. Where it doesn't fit, it is cut before its last part. */
function Path({ path }: { readonly path: string }) {
  const end = endOf(path);
  return (
    <span className={styles.path} title={path}>
      {end === '' ? (
        path
      ) : (
        <>
          <span className={styles.start}>{path.slice(0, -end.length)}</span>
          <span className={styles.end}>{end}</span>
        </>
      )}
    </span>
  );
}

interface CallRowProps {
  readonly placed: PlacedEntry<CallRecord>;
  readonly isSelected: boolean;
  /** Whether this row is the only one in the tab order. */
  readonly isStop: boolean;
  readonly onSelect: (id: number) => void;
  readonly onFocus: (id: number) => void;
}

export function CallRow({ placed, isSelected, isStop, onSelect, onFocus }: CallRowProps) {
  const { id, method, initiator, outcome } = placed.entry;
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
        <strong>{method}</strong> <Path path={pathOf(placed.entry)} />{' '}
        <CallStatus outcome={outcome} /> <Timing by={initiator} placed={placed} />
      </button>
    </li>
  );
}

/** Describes how many bytes of a file were transferred. */
function transferOf({ transferSize, decodedBodySize }: PerformanceResourceTiming): string {
  if (transferSize > 0) return sizeText(transferSize);
  // Another origin must allow reading the size (Timing-Allow-Origin).
  return decodedBodySize > 0 ? 'from cache' : 'size hidden';
}

function FileRow({ placed }: { readonly placed: PlacedEntry<FileRecord> }) {
  const { kind, owner, timing, isPreloaded } = placed.entry;
  return (
    <li className={`${styles.item} ${look.line} ${styles.line} ${look.soft}`}>
      <span>{isPreloaded ? `${kind}, preload` : kind}</span> <Path path={pathOf(placed.entry)} />{' '}
      {isFailed(placed.entry) ? (
        <Chip tone="bad">{timing.responseStatus}</Chip>
      ) : (
        transferOf(timing)
      )}{' '}
      <Timing by={owner} placed={placed} />
    </li>
  );
}

/** Row of a module's load, with where its time went: the same figures as in the Remotes tab. */
function ModuleRow({ placed }: { readonly placed: PlacedEntry<ModuleRecord> }) {
  const { breakdown } = placed.entry;
  return (
    <li className={`${styles.item} ${look.line} ${styles.line}`}>
      <span>Module</span> <span className={styles.path}>{breakdown.module}</span> <span />{' '}
      <Timing by={breakdown.owner} placed={placed} />{' '}
      <span className={`${look.soft} ${styles.parts}`}>{describeBreakdown(breakdown)}</span>
    </li>
  );
}

interface CallListProps {
  readonly entries: readonly PlacedEntry[];
  readonly selected: number | undefined;
  readonly onSelect: (id: number) => void;
}

function CallList({ entries, selected, onSelect }: CallListProps) {
  const [focused, setFocused] = useState<number>();
  const focus = useCallback(
    (id: number) => {
      setFocused(id);
      // While the details are open, they follow the focus.
      if (selected !== undefined) onSelect(id);
    },
    [selected, onSelect],
  );
  const calls = entries.flatMap(({ entry }) => (isCall(entry) ? entry : []));
  const stops = [focused, selected, calls.at(-1)?.id];
  const stop = stops.find((id) => calls.some((call) => call.id === id));
  return (
    <div className={styles.list}>
      <ul
        aria-label="Calls of the shop and its files, newest last"
        onKeyDown={(event) => moveFocus(event, '[data-call]', 'vertical')}
      >
        {entries.map((placed) => {
          const { entry, ...place } = placed;
          if (isModule(entry)) {
            const { owner, module } = entry.breakdown;
            const key = `${owner} ${module} ${entry.startedAt}`;
            return <ModuleRow key={key} placed={{ entry, ...place }} />;
          }
          if (isFile(entry)) {
            return <FileRow key={`${entry.url} ${entry.startedAt}`} placed={{ entry, ...place }} />;
          }
          return (
            <CallRow
              key={entry.id}
              placed={{ entry, ...place }}
              isSelected={entry.id === selected}
              isStop={entry.id === stop}
              onSelect={onSelect}
              onFocus={focus}
            />
          );
        })}
      </ul>
    </div>
  );
}

const nothingFound = ({ length }: readonly TimelineEntry[]): string =>
  length === 0
    ? 'The shop has not called its API yet.'
    : `None of ${length} ${length === 1 ? 'entry' : 'entries'} fits the filter.`;

async function archive(entries: readonly TimelineEntry[]): Promise<object> {
  const { createHar } = await import('./har.ts');
  const sorted = placeOnTimeline(entries).map(({ entry }) => entry);
  return createHar(sorted.flatMap((entry) => (isModule(entry) ? [] : entry)));
}

/** Focuses the details if they replace the list, which they do in a narrow panel. */
function takeFocus(detail: HTMLElement | null): void {
  const focused = document.activeElement;
  const isHidden = focused?.hasAttribute('data-call') && focused.getClientRects().length === 0;
  if (detail && isHidden) detail.focus();
}

/**
 * Returns the shop's files that the browser has fetched and the modules that it has loaded, and a function that hides
 * those so far.
 */
function useFiles(inspection: Inspection) {
  const { active } = inspection;
  const timings = useFileTimings();
  const breakdowns = useBreakdowns(inspection);
  const [clearedAt, setClearedAt] = useState(0);
  const files = useMemo(
    () =>
      filesOf(
        timings.filter(({ startTime }) => startTime >= clearedAt),
        active,
      ),
    [timings, active, clearedAt],
  );
  const modules = breakdowns.filter(({ startedAt }) => startedAt >= clearedAt).map(moduleOf);
  return [[...files, ...modules], () => setClearedAt(performance.now())] as const;
}

/** Tab with the shop's API calls and file requests, live. */
export function RequestsTab({ inspection }: { readonly inspection: Inspection }) {
  const { store, callsAtom, clearCalls } = inspection;
  const calls = useAtomValue(callsAtom, { store });
  const [files, clearFiles] = useFiles(inspection);
  const [withFiles, setWithFiles] = useState(true);
  const [text, setText] = useState('');
  const [failedOnly, setFailedOnly] = useState(false);
  const matches = createWordFilter(useDeferredValue(text));
  const all = withFiles ? [...calls, ...files] : calls;
  const shown = all.filter((entry) => (!failedOnly || isFailed(entry)) && matches(textOf(entry)));
  const [selected, setSelected] = useState<number>();
  const chosen = calls.find(({ id }) => id === selected);
  const tab = useRef<HTMLDivElement>(null);

  const close = () => {
    const row = tab.current?.querySelector<HTMLElement>(`[data-call="${selected}"]`);
    // Rendered synchronously, because returning the focus later would undo a Tab pressed before the next frame.
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
              className={`${look.field} ${look.search} ${styles.filter}`}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <Choice isOn={failedOnly} onChange={setFailedOnly}>
              Failed only
            </Choice>
            <Choice isOn={withFiles} onChange={setWithFiles}>
              Files
            </Choice>
            <SmallButton
              onClick={() => {
                clearCalls();
                clearFiles();
              }}
            >
              Clear
            </SmallButton>
            <DownloadButton name="patchwork.har" make={() => archive(shown)}>
              Save as HAR
            </DownloadButton>
          </div>
          {shown.length === 0 && <p className={look.nothing}>{nothingFound(all)}</p>}
          <CallList entries={placeOnTimeline(shown)} selected={selected} onSelect={setSelected} />
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
