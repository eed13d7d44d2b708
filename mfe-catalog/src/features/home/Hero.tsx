import { Link, pathToAtom } from '@patchwork/shop';
import { PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import styles from './Hero.module.css';
import hero from './hero.svg';

/** The picture that links to the product list, with a label over its edge. */
export function Hero() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <section className={styles.hero}>
      <Link className={styles.picture} to={pathTo('product-list')}>
        <img src={hero} alt="" width={1600} height={900} fetchPriority="high" />
        <span className={styles.tag}>Shop the collection</span>
      </Link>
      <div className={styles.label}>
        <PageHeading title="Patchwork">Made slowly, worn often.</PageHeading>
        <p>Overshirts, kurtas and dungarees, cut from honest cloth and sewn to be mended.</p>
      </div>
    </section>
  );
}
