import { createStoredValue } from '@patchwork/storage';
import { whenIdle } from '@patchwork/ui';
import {
  type ComponentType,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import styles from './Devtools.module.css';
import type { PanelProps } from './Panel.tsx';
import { type InspectedShop, reproductionHash } from './shop.ts';

declare global {
  interface PatchworkStores {
    'devtools-open': 'tab';
  }
}

/** Whether the panel is open, remembered across reloads: a developer reloads often. */
const storedOpen = createStoredValue({
  name: 'devtools-open',
  version: 1,
  parse: (value) => value === true,
  scope: 'tab',
});

const hasReproductionLink = (): boolean => reproductionHash() !== '';

/**
 * Whether the panel is open. A reproduction link opens it at once. A panel that was open before a
 * reload opens again when the page itself has loaded and the browser is idle.
 */
function useOpen(): [isOpen: boolean, change: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(hasReproductionLink);

  const change = useCallback((next: boolean) => {
    if (next) storedOpen.write(true);
    else storedOpen.remove();
    setOpen(next);
  }, []);

  useEffect(() => {
    if (storedOpen.read()) whenIdle(() => setOpen(true));
    const openForLink = () => hasReproductionLink() && setOpen(true);
    window.addEventListener('hashchange', openForLink);
    return () => window.removeEventListener('hashchange', openForLink);
  }, []);

  return [isOpen, change];
}

/** Fetches the code around the panel when the panel is first opened: a shopper never downloads it. */
function useLazyPanel(
  isOpen: boolean,
  showError: (message: string) => void,
  close: () => void,
): ComponentType<PanelProps> | undefined {
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>();
  const isDue = isOpen && !Panel;

  useEffect(() => {
    if (!isDue) return;
    import(/* webpackChunkName: "devtools" */ './Panel.tsx').then(
      (module) => setPanel(() => module.Panel),
      (error: unknown) => {
        console.error(error);
        showError('Devtools can’t be fetched just now.');
        close();
      },
    );
  }, [isDue, showError, close]);

  return Panel;
}

/**
 * `docked`: at the screen's edge, beside the page's content. `hidden`: while the page is scrolled.
 * `free`: at the page's end, where the page leaves room for the whole button.
 */
type LauncherPlacement = 'docked' | 'hidden' | 'free';

/** Time without a scroll event after which the page counts as stopped. */
const SCROLL_PAUSE_MS = 250;

function placementAtRest(): LauncherPlacement {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
  // Browsers round fractions of a pixel in different ways.
  return scrollTop + clientHeight >= scrollHeight - 2 ? 'free' : 'docked';
}

export function useLauncherPlacement(): LauncherPlacement {
  const [placement, setPlacement] = useState<LauncherPlacement>('docked');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => setPlacement(placementAtRest());
    const hideWhileScrolling = () => {
      setPlacement('hidden');
      clearTimeout(timer);
      timer = setTimeout(rest, SCROLL_PAUSE_MS);
    };
    // The page grows as it loads, and shrinks when a filter is chosen.
    const resizes = new ResizeObserver(rest);
    resizes.observe(document.body);
    window.addEventListener('scroll', hideWhileScrolling, { passive: true });
    return () => {
      clearTimeout(timer);
      resizes.disconnect();
      window.removeEventListener('scroll', hideWhileScrolling);
    };
  }, []);
  return placement;
}

/** The shortcut, as the attribute aria-keyshortcuts writes it. */
const shortcut = 'Alt+Shift+D';

/**
 * Whether an event is the shortcut. Compares the key's position: with Alt, a Mac's D key types another letter. AltGr
 * counts as Ctrl and Alt.
 */
const isPressed = ({ code, altKey, shiftKey, ctrlKey, metaKey, repeat }: KeyboardEvent): boolean =>
  code === 'KeyD' && altKey && shiftKey && !ctrlKey && !metaKey && !repeat;

/** Listens wherever the focus is, in text fields too: the letter that the keys would type is suppressed. */
function useShortcut(onPress: () => void): void {
  useEffect(() => {
    const pressIfShortcut = (event: KeyboardEvent) => {
      if (!isPressed(event)) return;
      event.preventDefault();
      onPress();
    };
    window.addEventListener('keydown', pressIfShortcut);
    return () => window.removeEventListener('keydown', pressIfShortcut);
  }, [onPress]);
}

/** The shop for the devtools; undefined if the runtime configuration allows none. */
export const DevtoolsContext = createContext<InspectedShop | undefined>(undefined);

/** The button that opens the devtools panel, if devtools are allowed. */
export function Devtools() {
  const shop = useContext(DevtoolsContext);
  // The page's HTML has no button: while React hydrates it there must be none.
  const isHydrated = useSyncExternalStore(followNothing, isTrue, isFalse);
  return isHydrated && shop && <Launcher shop={shop} />;
}

const followNothing = () => () => undefined;
const isTrue = () => true;
const isFalse = () => false;

function Launcher({ shop }: { readonly shop: InspectedShop }) {
  const launcher = useRef<HTMLButtonElement>(null);
  const [isOpen, change] = useOpen();
  const toggle = useCallback(() => change(!isOpen), [change, isOpen]);
  const close = useCallback(() => change(false), [change]);
  const Panel = useLazyPanel(isOpen, shop.showError, close);
  const placement = useLauncherPlacement();
  useShortcut(toggle);
  return (
    <>
      <aside
        className={styles.corner}
        aria-label="For developers"
        data-placement={placement}
        {...shop.region}
      >
        <button
          ref={launcher}
          type="button"
          className={styles.launcher}
          aria-label="Open devtools"
          aria-expanded={isOpen}
          aria-keyshortcuts={shortcut}
          title={`Open devtools (${shortcut})`}
          onClick={toggle}
        >
          <svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20" fill="none">
            <path d="M3 3h14v14H3z" stroke="currentColor" strokeDasharray="2.4 1.6" />
            <path d="m8.5 7-3 3 3 3m3-6 3 3-3 3" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
      </aside>
      {isOpen && Panel && <Panel shop={shop} launcher={launcher} onClose={close} />}
    </>
  );
}
