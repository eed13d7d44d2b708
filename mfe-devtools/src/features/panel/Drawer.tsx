import type { Inspection } from '@patchwork/devtools-bridge';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useRef } from 'react';
import styles from './Drawer.module.css';
import { type PanelTab, PanelTabs } from './PanelTabs.tsx';
import { ResizeHandle } from './ResizeHandle.tsx';
import { useDialogMode } from './useDialogMode.ts';
import { useHeight } from './useHeight.ts';

interface DrawerProps {
  readonly tabs: readonly PanelTab[];
  readonly inspection: Inspection;
  readonly onClose: () => void;
  /** Shown above the tabs. */
  readonly children: ReactNode;
}

const isOwn = (event: SyntheticEvent): boolean =>
  event.target instanceof Element && event.target.closest('dialog') === event.currentTarget;

/** The first Escape empties a search field. */
const isFilledSearch = ({ target }: SyntheticEvent): boolean =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';

/** The devtools at the foot of the page. On a small screen they cover it. */
export function Drawer({ tabs, inspection, onClose, children }: DrawerProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [height, setHeight] = useHeight();
  useDialogMode(dialog);

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
      <PanelTabs tabs={tabs} inspection={inspection} onClose={onClose} />
    </dialog>
  );
}
