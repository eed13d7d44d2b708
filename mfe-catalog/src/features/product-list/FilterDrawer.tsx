import { activeConstraints } from '@patchwork/shop/domain';
import { Button } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useEffect, useId, useRef, useState } from 'react';
import { defaultFiltersAtom, filtersAtom } from '../../state/filters.ts';
import { productListAtom } from '../../state/product-list.ts';
import * as t from '../../texts/list.ts';
import styles from './FilterDrawer.module.css';
import { ClearFilters, FilterPanel } from './FilterPanel.tsx';
import { ProductCount, showProducts } from './ProductCount.tsx';

/** Filters on small screens: a button, and the side panel that it opens. */
export function FilterDrawer() {
  const [isOpen, setIsOpen] = useState(false);
  const active = activeConstraints(
    useAtomValue(filtersAtom),
    useAtomValue(defaultFiltersAtom),
  ).length;
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t.filters}
        {active > 0 && (
          <span aria-hidden="true" className={styles.active}>
            {active}
          </span>
        )}
      </Button>
      {isOpen && <Drawer onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface DrawerProps {
  onClose: () => void;
}

function Drawer({ onClose }: DrawerProps) {
  const headingId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useAtomValue(productListAtom);

  // The browser's modal dialog traps the focus, closes on Escape and restores the focus.
  useEffect(() => dialog.current?.showModal(), []);

  // Wide screens show the panel beside the list. A hidden modal dialog would leave the page inert, so it is closed.
  useEffect(() => {
    const wide = matchMedia('(width >= 60rem)');
    function closeOnWide() {
      if (!wide.matches) return;
      dialog.current?.close();
      dialog.current?.closest('main')?.focus({ preventScroll: true });
    }
    wide.addEventListener('change', closeOnWide);
    return () => wide.removeEventListener('change', closeOnWide);
  }, []);

  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-labelledby={headingId}
      closedby="any"
      onClose={onClose}
    >
      <header className={styles.bar}>
        <h2 className={styles.heading} id={headingId}>
          {t.filters}
        </h2>
        <Button variant="quiet" size="small" onClick={close}>
          {t.close}
        </Button>
      </header>
      <div className={styles.body}>
        <FilterPanel place="drawer" />
      </div>
      <footer className={styles.bar}>
        <ClearFilters />
        <Button onClick={close}>{list.count === 0 ? t.showList : showProducts(list)}</Button>
        <ProductCount hidden />
      </footer>
    </dialog>
  );
}
