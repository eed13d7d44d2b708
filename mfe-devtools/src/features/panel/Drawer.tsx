import { createStoredValue } from '@patchwork/host/storage';
import type { Inspection } from '@patchwork/kit/devtools';
import { Tabs } from '@patchwork/ui';
import {
  Activity,
  Component,
  type ComponentType,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import * as v from 'valibot';
import { SmallButton } from '../../controls.tsx';
import { PanelAside } from '../../panel-aside.ts';
import styles from './Drawer.module.css';

/** Heights of the drawer, in percent of the window's height. */
const heights = { min: 20, max: 90, initial: 46 };

const storedHeight = createStoredValue({
  name: 'devtools-height',
  version: 1,
  parse: v.parser(v.pipe(v.number(), v.minValue(heights.min), v.maxValue(heights.max))),
  scope: 'tab',
});

/**
 * Returns the drawer's stored height and its setter. Adds space of this height to the end of the page, so that the
 * whole page can be scrolled into view.
 */
function useHeight() {
  const [height, setHeight] = useState(() => storedHeight.read() ?? heights.initial);
  useEffect(() => {
    const { style, classList } = document.documentElement;
    classList.add(String(styles.page));
    style.setProperty('--devtools-height', `${height}dvh`);
    // Moves react-toastify's toasts above the drawer, where they can't catch its clicks.
    style.setProperty('--toastify-toast-bottom', `calc(${height}dvh + 1rem)`);
    return () => {
      classList.remove(String(styles.page));
      style.removeProperty('--devtools-height');
      style.removeProperty('--toastify-toast-bottom');
    };
  }, [height]);
  const change = (wanted: number) => {
    const next = Math.round(Math.min(Math.max(wanted, heights.min), heights.max));
    storedHeight.write(next);
    setHeight(next);
  };
  return [height, change] as const;
}

interface ResizeHandleProps {
  /** Height of the drawer, in percent of the window's height. */
  readonly height: number;
  readonly onChange: (height: number) => void;
}

const step = 4;

function heightAfter(key: string, height: number): number | undefined {
  if (key === 'ArrowUp') return height + step;
  if (key === 'ArrowDown') return height - step;
  if (key === 'Home') return heights.min;
  if (key === 'End') return heights.max;
  return undefined;
}

/** Upper edge of the drawer, which resizes it by pointer, arrow keys, Home and End. */
function ResizeHandle({ height, onChange }: ResizeHandleProps) {
  const press = (event: KeyboardEvent) => {
    const next = heightAfter(event.key, height);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };
  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onChange(100 - (event.clientY / window.innerHeight) * 100);
  };
  return (
    <hr
      tabIndex={0}
      aria-label="Height of the devtools"
      aria-orientation="horizontal"
      aria-valuemin={heights.min}
      aria-valuemax={heights.max}
      aria-valuenow={height}
      aria-valuetext={`${height}% of the window`}
      className={styles.handle}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  );
}

/** Media query for windows in which the drawer covers the whole page: see Drawer.module.css. */
const narrow = '(width < 40rem)';

/**
 * Opens the dialog without blocking the page. On a small screen, where it covers the page, it is modal, so that the
 * focus can't reach hidden elements. Focuses the selected tab. Closes the dialog while it is to be aside.
 */
function useDialogMode(dialog: RefObject<HTMLDialogElement | null>, isAside: boolean): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isAside) return element.close();
    const query = matchMedia(narrow);
    const show = () => {
      element.close();
      if (query.matches) element.showModal();
      else element.show();
      element.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    };
    const showAgain = () => {
      const focused = document.activeElement;
      show();
      if (focused instanceof HTMLElement && element.contains(focused)) focused.focus();
    };
    show();
    query.addEventListener('change', showAgain);
    return () => query.removeEventListener('change', showAgain);
  }, [dialog, isAside]);
}

interface TabErrorBoundaryProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Error boundary around one tab. The other tabs keep working. React logs the error. */
class TabErrorBoundary extends Component<
  TabErrorBoundaryProps,
  { readonly reason: string | undefined }
> {
  override state = { reason: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { reason: String(error) };
  }

  override render() {
    const { reason } = this.state;
    if (reason === undefined) return this.props.children;
    return (
      <div role="alert">
        <p>
          The tab {this.props.title} broke: {reason}
        </p>
        <SmallButton onClick={() => this.setState({ reason: undefined })}>Try again</SmallButton>
      </div>
    );
  }
}

export interface PanelTab {
  readonly id: string;
  readonly title: string;
  /** Renders the number of the tab's entries, for its title. */
  readonly Count?: ComponentType<{ readonly inspection: Inspection }>;
  /** Content of the tab, mounted when the tab is first selected. */
  readonly Component: ComponentType<{ readonly inspection: Inspection }>;
}

const storedTab = createStoredValue({
  name: 'devtools-tab',
  version: 1,
  parse: v.parser(v.string()),
  scope: 'tab',
});

/** Returns the id of the selected tab, which is stored for this browser tab, and its setter. */
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

/** Tabs of the panel. An unselected tab stays mounted with its input, but its effects stop. */
const PanelTabs = memo(function PanelTabs({ tabs, inspection, onClose }: PanelTabsProps) {
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

interface DrawerProps {
  readonly tabs: readonly PanelTab[];
  readonly inspection: Inspection;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const isOwn = (event: SyntheticEvent): boolean =>
  event.target instanceof Element && event.target.closest('dialog') === event.currentTarget;

/** Whether an event comes from a search field that contains text: the first Escape only clears it. */
const isFilledSearch = ({ target }: SyntheticEvent): boolean =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';

/** Devtools at the bottom of the page. On a small screen they cover it. */
export function Drawer({ tabs, inspection, onClose, children }: DrawerProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [height, setHeight] = useHeight();
  const [isAside, setAside] = useState(false);
  useDialogMode(dialog, isAside);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (!isOwn(event) || isFilledSearch(event)) return;
    event.preventDefault();
    onClose();
  };
  const closeOnCancel = (event: SyntheticEvent) => {
    if (!isOwn(event)) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-devtools
      className={styles.drawer}
      onKeyDown={closeOnEscape}
      onCancel={closeOnCancel}
    >
      <h2 id={titleId} className="visually-hidden">
        Devtools
      </h2>
      <ResizeHandle height={height} onChange={setHeight} />
      {children}
      <PanelAside value={setAside}>
        <PanelTabs tabs={tabs} inspection={inspection} onClose={onClose} />
      </PanelAside>
    </dialog>
  );
}
