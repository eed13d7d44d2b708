import { pathToAtom } from '@patchwork/shop';
import { type CategoryInfo, defaultFilters } from '@patchwork/shop/domain';
import { LoadError } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useId } from 'react';
import { CoveringLink } from '../../CoveringLink.tsx';
import { ProductImage } from '../../product/ProductImage.tsx';
import { filtersToSearchParams } from '../../state/filter-url.ts';
import { categoriesAtom } from '../../state/products.ts';
import styles from './Categories.module.css';

const expected = ['first', 'second', 'third'];

export function Categories() {
  const headingId = useId();
  const { data, isError, refetch } = useAtomValue(categoriesAtom);
  return (
    <section className={`container ${styles.section}`} aria-labelledby={headingId}>
      <h2 className={styles.heading} id={headingId}>
        Shop by Category
      </h2>
      {isError && !data ? (
        <LoadError message="The categories could not be loaded." onRetry={() => refetch()} />
      ) : (
        <ul className={styles.row} aria-busy={!data}>
          {data
            ? data.map((info) => <CategoryTile key={info.id} info={info} />)
            : expected.map((key) => <li key={key} className={styles.placeholder} />)}
        </ul>
      )}
    </section>
  );
}

interface CategoryTileProps {
  info: CategoryInfo;
}

/** The name's link covers the whole tile. */
function CategoryTile({ info }: CategoryTileProps) {
  const pathTo = useAtomValue(pathToAtom);
  const query = filtersToSearchParams({ ...defaultFilters, categories: [info.category] });
  return (
    <li className={styles.tile}>
      <ProductImage src={info.image} />
      <h3 className={styles.name}>
        <CoveringLink to={`${pathTo('product-list')}?${query}`}>{info.name}</CoveringLink>
      </h3>
      <p className={styles.description}>{info.description}</p>
    </li>
  );
}
