import { useCallback, useRef } from 'react';
import { shellRegion } from '../app/region.ts';
import { type InspectedShop, useInspectedShop } from './access.tsx';
import styles from './Devtools.module.css';
import { useOpen } from './useOpen.ts';
import { usePanelPlace } from './usePanelPlace.ts';
import { shortcut, useShortcut } from './useShortcut.ts';

/** The way to the devtools panel, where they are allowed. */
export function Devtools() {
  const shop = useInspectedShop();
  return shop && <Launcher shop={shop} />;
}

function Launcher({ shop }: { readonly shop: InspectedShop }) {
  const launcher = useRef<HTMLButtonElement>(null);
  const [isOpen, change] = useOpen();
  const toggle = useCallback(() => change(!isOpen), [change, isOpen]);
  const close = useCallback(() => change(false), [change]);
  const PanelPlace = usePanelPlace(isOpen, close);
  useShortcut(toggle);
  return (
    <>
      <aside className={styles.corner} aria-label="For developers" {...shellRegion}>
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
      {isOpen && PanelPlace && <PanelPlace shop={shop} launcher={launcher} onClose={close} />}
    </>
  );
}
