import { useCallback, useContext, useRef } from 'react';
import styles from './Devtools.module.css';
import { DevtoolsContext, type InspectedShop } from './devtools-context.ts';
import { useLauncherPlacement } from './useLauncherPlacement.ts';
import { useLazyPanel } from './useLazyPanel.ts';
import { useOpen } from './useOpen.ts';
import { shortcut, useShortcut } from './useShortcut.ts';

/** The button that opens the devtools panel, where devtools are allowed. */
export function Devtools() {
  const shop = useContext(DevtoolsContext);
  return shop && <Launcher shop={shop} />;
}

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
