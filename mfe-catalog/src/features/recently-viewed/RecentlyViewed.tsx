import { pathToAtom } from '@patchwork/shop';
import { passFocusToHeading, useIsHydrated } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { CoveringLink } from '../../CoveringLink.tsx';
import { ProductImage } from '../../product/ProductImage.tsx';
import row from '../../product/ProductRow.module.css';
import { forgetViewedAtom, recentlyViewedAtom } from '../../state/recently-viewed.ts';
import * as t from '../../texts/rows.ts';
import styles from './RecentlyViewed.module.css';

const COUNT = 6;

interface RecentlyViewedProps {
  /** Id of the current page's product, which is left out. */
  readonly except?: string | undefined;
}

/**
 * Row of products that were recently viewed in this browser; nothing if there are none. Only for the end of a page: the
 * server doesn't know the products, so its HTML has no row.
 */
export function RecentlyViewed({ except }: RecentlyViewedProps) {
  const isHydrated = useIsHydrated();
  const viewed = useAtomValue(recentlyViewedAtom).filter(({ id }) => id !== except);
  const forget = useSetAtom(forgetViewedAtom);
  const pathTo = useAtomValue(pathToAtom);
  if (!isHydrated || viewed.length === 0) return null;
  return (
    <section className={styles.viewed} aria-labelledby="recently-viewed">
      <div className={styles.top}>
        <h2 id="recently-viewed" className={row.heading}>
          {t.recentlyViewed}
        </h2>
        <button
          ref={passFocusToHeading}
          type="button"
          className={styles.clear}
          aria-describedby="recently-viewed"
          onClick={() => forget()}
        >
          {t.clear}
        </button>
      </div>
      <ul className={row.row}>
        {viewed.slice(0, COUNT).map(({ id, title, ...picture }) => (
          <li key={id} className={styles.card}>
            <div className={row.picture}>
              <ProductImage picture={picture} sizes="14rem" />
            </div>
            <h3 className={row.title} lang={t.dataLanguage || undefined}>
              <CoveringLink to={pathTo('product', { productId: id })}>{title}</CoveringLink>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  );
}
