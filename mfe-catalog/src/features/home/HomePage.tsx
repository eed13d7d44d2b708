import { Link, pathToAtom } from '@patchwork/shop';
import { type CategoryInfo, defaultFilters } from '@patchwork/shop/domain';
import { LoadError, PageHeading, Picture } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { CoveringLink } from '../../CoveringLink.tsx';
import { Bestsellers } from '../../product/Bestsellers.tsx';
import { ProductImage } from '../../product/ProductImage.tsx';
import { setting } from '../../settings.ts';
import { filtersToSearchParams, useKeptFilters } from '../../state/filters.ts';
import { categoriesAtom } from '../../state/products.ts';
import * as t from '../../texts/home.ts';
import styles from './HomePage.module.css';
import hero from './hero.svg';
import cloth from './story-cloth.svg';
import mend from './story-mend.svg';
import patches from './story-patches.svg';

function Hero() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <section className={styles.hero}>
      {/* Above the words on a phone, so before them in the HTML: a part of it is painted while the rest arrives. */}
      <Picture
        className={`picture ${styles.picture}`}
        src={hero}
        alt=""
        width={1600}
        height={900}
        fetchPriority="high"
      />
      <div className={styles.words}>
        <PageHeading title="Patchwork">{t.heading}</PageHeading>
        <p>{t.intro}</p>
        {/* The link covers the picture. */}
        <Link className={styles.shop} to={pathTo('product-list')}>
          {t.shop}
        </Link>
      </div>
    </section>
  );
}

interface BlockProps {
  /** Fixed id of the heading. useId would differ in HTML that a server has rendered separately. */
  id: string;
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

const Block = ({ id, title, className, children }: BlockProps) => (
  <section className={className} aria-labelledby={id}>
    <div className="container">
      <h2 className={styles.heading} id={id}>
        {title}
      </h2>
      {children}
    </div>
  </section>
);

const expected = ['first', 'second', 'third'];

function Categories() {
  const { data, isError, refetch } = useAtomValue(categoriesAtom);
  return (
    <Block id="categories" title={t.byCategory} className={styles.block}>
      {isError && !data ? (
        <LoadError message={t.categoriesNotLoaded} onRetry={() => refetch()} />
      ) : (
        <ul className={styles.row} aria-busy={!data}>
          {data
            ? data.map((info) => <CategoryTile key={info.id} info={info} />)
            : expected.map((key) => <li key={key} className={styles.tileSpace} />)}
        </ul>
      )}
    </Block>
  );
}

interface CategoryTileProps {
  info: CategoryInfo;
}

function CategoryTile({ info }: CategoryTileProps) {
  const pathTo = useAtomValue(pathToAtom);
  const query = filtersToSearchParams({ ...defaultFilters, categories: [info.category] });
  const lang = t.dataLanguage || undefined;
  return (
    <li className={styles.tile}>
      <ProductImage picture={info} sizes="29rem" />
      <h3 className={styles.name} lang={lang}>
        <CoveringLink to={`${pathTo('product-list')}?${query}`}>{info.name}</CoveringLink>
      </h3>
      <p className={styles.description} lang={lang}>
        {info.description}
      </p>
    </li>
  );
}

const story = [
  [cloth, t.storyCloth],
  [patches, t.storyPatches],
  [mend, t.storyMend],
] as const;

function Story() {
  return (
    <Block id="story" title={t.story} className={styles.story}>
      <ol className={styles.chapters}>
        {story.map(([picture, sentence]) => (
          <li key={picture}>
            <Picture
              className="picture"
              src={picture}
              alt=""
              width={800}
              height={600}
              loading="lazy"
            />
            <p>{sentence}</p>
          </li>
        ))}
      </ol>
    </Block>
  );
}

const facts = [
  {
    page: 'delivery',
    name: t.delivery,
    text: t.deliveryNote,
    icon: 'M4 9l10-5 10 5v11l-10 5-10-5zM4 9l10 5 10-5M14 14v11M9 6.5l10 5v4',
  },
  {
    page: 'returns',
    name: t.returns,
    text: t.returnsNote,
    icon: 'M10 6l-5 5 5 5M5 11h12a6 6 0 0 1 0 12h-6',
  },
  {
    page: 'help',
    name: t.payment,
    text: t.paymentNote,
    icon: 'M4 7h20v14H4zM4 12h20M8 17h4',
  },
] as const;

function Facts() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <ul className={`container ${styles.facts}`}>
      {facts.map(({ page, name, text, icon }) => (
        <li key={page} className={styles.fact}>
          <svg aria-hidden="true" viewBox="0 0 28 28" className={styles.icon}>
            <path d={icon} />
          </svg>
          <p className={styles.name}>
            <CoveringLink to={pathTo(page)}>{name}</CoveringLink>
          </p>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

interface HomePageProps {
  /** Slot at the end of the page. */
  children?: ReactNode;
}

export function HomePage({ children }: HomePageProps) {
  useKeptFilters();
  const firstRow = useAtomValue(setting('first-row'));
  const bestsellers = (
    <div className={`container ${styles.block}`}>
      <Bestsellers />
    </div>
  );
  return (
    <>
      <Hero />
      {firstRow === 'bestsellers' && bestsellers}
      <Categories />
      {firstRow === 'categories' && bestsellers}
      <Story />
      <Facts />
      <div className={`container ${styles.end}`}>{children}</div>
    </>
  );
}
