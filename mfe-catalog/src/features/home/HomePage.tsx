import { Link, pathToAtom } from '@patchwork/shop';
import { type CategoryInfo, defaultFilters } from '@patchwork/shop/domain';
import { LoadError, PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { CoveringLink } from '../../CoveringLink.tsx';
import { ProductImage } from '../../product/ProductImage.tsx';
import { filtersToSearchParams, useKeptFilters } from '../../state/filters.ts';
import { categoriesAtom } from '../../state/products.ts';
import styles from './HomePage.module.css';
import hero from './hero.svg';

function Hero() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <section className={styles.hero}>
      <Link className={styles.picture} to={pathTo('product-list')}>
        <img className="picture" src={hero} alt="" width={1600} height={900} fetchPriority="high" />
        <span className={styles.tag}>Shop the collection</span>
      </Link>
      <div className={styles.label}>
        <PageHeading title="Patchwork">Made slowly, worn often.</PageHeading>
        <p>Overshirts, kurtas and dungarees, cut from honest cloth and sewn to be mended.</p>
      </div>
    </section>
  );
}

const expected = ['first', 'second', 'third'];

function Categories() {
  const { data, isError, refetch } = useAtomValue(categoriesAtom);
  return (
    <section className={`container ${styles.section}`} aria-labelledby="categories">
      <h2 className={styles.heading} id="categories">
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

export function HomePage() {
  useKeptFilters();
  return (
    <>
      <Hero />
      <Categories />
    </>
  );
}
