import {
  cartAtom,
  changeCartAtom,
  describeError,
  pathToAtom,
  serverData,
  sessionAtom,
  toast,
} from '@patchwork/shop';
import { version } from 'react';
import * as styles from './Bestsellers.module.css';
import { Link, useAtomValue, useSetAtom } from './store.jsx';

const bestsellersAtom = serverData(() => ({
  key: ['with-react-18', 'bestsellers'],
  scope: 'shop',
  async load(api, options) {
    const answer = await api.listTrending({}, options);
    return answer.ok ? { ok: true, value: answer.value.products } : answer;
  },
}));

function Products({ products }) {
  const pathTo = useAtomValue(pathToAtom);
  const session = useAtomValue(sessionAtom);
  const { items } = useAtomValue(cartAtom);
  const changeCart = useSetAtom(changeCartAtom);
  const isInCart = ({ id }) => items.some(({ product }) => product.id === id);
  const missing = products.filter((product) => product.inStock && !isInCart(product));

  async function addAll() {
    const added = await Promise.all(
      missing.map((product) => changeCart({ type: 'add', product, isQuiet: true })),
    );
    const count = added.filter(Boolean).length;
    if (count > 0)
      toast.success(`${count} added to cart`, { text: 'View cart', path: pathTo('cart') });
  }

  return (
    <>
      <ul className={styles.products}>
        {products.map(({ id, title }) => (
          <li key={id}>
            <Link to={pathTo('product', { productId: id })}>{title}</Link>
          </li>
        ))}
      </ul>
      {session ? (
        <button
          type="button"
          className={styles.button}
          disabled={missing.length === 0}
          onClick={addAll}
        >
          Add all to cart
        </button>
      ) : (
        <p>
          <Link to={pathTo('login')}>Log in</Link> to add them to your cart.
        </p>
      )}
    </>
  );
}

/** Page with the bestsellers, and a button that adds all that are in stock to the cart. */
export function Bestsellers() {
  const session = useAtomValue(sessionAtom);
  const { items } = useAtomValue(cartAtom);
  const { data, isError, error, refetch } = useAtomValue(bestsellersAtom);
  return (
    <div className={`container ${styles.page}`}>
      <h1 tabIndex={-1}>With React {version}</h1>
      {session && (
        <p>
          {session.user.firstName}, your cart has {items.length}{' '}
          {items.length === 1 ? 'product' : 'products'}.
        </p>
      )}
      <h2>Bestsellers</h2>
      {data && <Products products={data} />}
      {isError && !data && (
        <p role="alert">
          {describeError(error)}{' '}
          <button type="button" className={styles.button} onClick={() => refetch()}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}
