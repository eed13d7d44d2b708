import { reproductionHash } from '@patchwork/host/devtools';
import { createStoredValue } from '@patchwork/host/storage';
import { whenIdle } from '@patchwork/ui';
import {
  type ComponentType,
  type CSSProperties,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { InspectedShop } from './inspected-shop.ts';
import styles from './Launcher.module.css';
import type { PanelProps } from './Panel.tsx';
import { useLauncherPlace } from './useLauncherPlace.ts';

declare global {
  interface PatchworkStores {
    'devtools-open': 'tab';
  }
}

/** Whether the panel is open. Kept across reloads, because developers reload often. */
const storedOpen = createStoredValue({
  name: 'devtools-open',
  version: 1,
  parse: (value) => value === true,
  scope: 'tab',
});

const hasReproductionLink = (): boolean => reproductionHash() !== '';

/**
 * Returns whether the panel is open, and the setter. A reproduction link opens the panel at once. A panel that was open
 * before a reload opens again after the page has loaded and the browser is idle.
 */
function useOpen(): [isOpen: boolean, change: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(hasReproductionLink);

  const change = useCallback((next: boolean) => {
    if (next) storedOpen.write(true);
    else storedOpen.remove();
    setOpen(next);
  }, []);

  useEffect(() => {
    whenIdle(() => storedOpen.read() && setOpen(true));
    const openForLink = () => hasReproductionLink() && setOpen(true);
    window.addEventListener('hashchange', openForLink);
    return () => window.removeEventListener('hashchange', openForLink);
  }, []);

  return [isOpen, change];
}

/** Loads the panel's code when the panel is first opened, so that shoppers never download it. */
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
 * Position of the button. `docked`: at the edge of the window. `hidden`: while the page is being scrolled. `free`: at
 * the end of the page, where there is space for the whole button.
 */
type LauncherPlacement = 'docked' | 'hidden' | 'free';

/** Time after the last scroll event until scrolling counts as finished. */
const SCROLL_PAUSE_MS = 250;
/** The same time where the browser says that it has ended. A key that is held down scrolls again within 40 ms. */
const SCROLL_END_PAUSE_MS = 80;

function placementAtRest(): LauncherPlacement {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
  // The 2 pixels allow for browsers that round fractions of a pixel differently.
  return scrollTop + clientHeight >= scrollHeight - 2 ? 'free' : 'docked';
}

export function useLauncherPlacement(): LauncherPlacement {
  const [placement, setPlacement] = useState<LauncherPlacement>('docked');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => setPlacement(placementAtRest());
    const restAfter = (pause: number) => {
      clearTimeout(timer);
      timer = setTimeout(rest, pause);
    };
    const hideWhileScrolling = () => {
      setPlacement('hidden');
      restAfter(SCROLL_PAUSE_MS);
    };
    const restSoon = () => restAfter(SCROLL_END_PAUSE_MS);
    // The page also grows while it loads, and shrinks when a filter is applied.
    const resizes = new ResizeObserver(rest);
    resizes.observe(document.body);
    window.addEventListener('scroll', hideWhileScrolling, { passive: true });
    window.addEventListener('scrollend', restSoon);
    return () => {
      clearTimeout(timer);
      resizes.disconnect();
      window.removeEventListener('scroll', hideWhileScrolling);
      window.removeEventListener('scrollend', restSoon);
    };
  }, []);
  return placement;
}

/** Shortcut that opens and closes the panel, as a value of aria-keyshortcuts. */
const shortcut = 'Alt+Shift+D';

/**
 * Whether an event is the shortcut. Compares the key's position, because Alt+D types another letter on a Mac. Excludes
 * Ctrl, because AltGr is reported as Ctrl and Alt.
 */
const isPressed = ({ code, altKey, shiftKey, ctrlKey, metaKey, repeat }: KeyboardEvent): boolean =>
  code === 'KeyD' && altKey && shiftKey && !ctrlKey && !metaKey && !repeat;

/** Calls `onPress` for the shortcut anywhere on the page, and keeps it from typing a letter in a text field. */
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

/** Button that toggles the devtools panel, and that can be moved. */
export function Launcher({ shop }: { readonly shop: InspectedShop }) {
  const launcher = useRef<HTMLButtonElement>(null);
  const [isOpen, change] = useOpen();
  const toggle = useCallback(() => change(!isOpen), [change, isOpen]);
  const close = useCallback(() => change(false), [change]);
  const Panel = useLazyPanel(isOpen, shop.showError, close);
  const placement = useLauncherPlacement();
  const { place, handlers } = useLauncherPlace();
  useShortcut(toggle);
  return (
    <>
      <aside
        className={styles.corner}
        aria-label="For developers"
        data-placement={placement === 'free' && place.up > 0 ? 'docked' : placement}
        data-side={place.side}
        style={{ '--up': place.up } as CSSProperties}
        {...shop.region}
      >
        <button
          ref={launcher}
          type="button"
          className={styles.launcher}
          aria-label="Open devtools"
          aria-expanded={isOpen}
          aria-keyshortcuts={shortcut}
          title={`Open devtools (${shortcut}). To move it, drag it or press an arrow key`}
          onClick={toggle}
          {...handlers}
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
