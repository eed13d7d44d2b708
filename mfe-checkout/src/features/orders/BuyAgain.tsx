import {
  action,
  cartAtom,
  changeCartAtom,
  describeError,
  pathToAtom,
  servicesAtom,
  sessionAtom,
  toast,
} from '@patchwork/shop';
import { findLine, lineNow, type Order, type Product } from '@patchwork/shop/domain';
import { Button } from '@patchwork/shop/ui';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { formatTime } from '../../order/AddressLines.tsx';

const listFormat = new Intl.ListFormat('en-IN');

/**
 * Adds an order's products to the cart, with at least the ordered quantities: a higher quantity in the cart stays. One
 * toast confirms this and names the products that are out of stock or no longer sold.
 */
const buyAgainAtom = action('buyAgainAtom', [cartAtom], async (get, set, order: Order) => {
  const lines = order.lines.map((line) => lineNow(order, line));
  const { api } = get(servicesAtom);
  const session = get(sessionAtom);
  const products = new Map<string, Product>();
  for (const found of await Promise.all(
    lines.map(({ product }) => api.getProduct({ productId: product.id })),
  )) {
    if (found.ok) products.set(found.value.product.id, found.value.product);
    else if (found.error.kind !== 'status' || found.error.status !== 404)
      return toast.error(`Nothing was added to your cart. ${describeError(found.error)}`);
  }
  if (get(sessionAtom) !== session) return;
  const isAdded = await Promise.all(
    lines.map(async ({ product: { id: productId }, quantity }) => {
      const product = products.get(productId);
      if (!product?.inStock) return false;
      if (!(await set(changeCartAtom, { type: 'add', product, isQuiet: true }))) return false;
      const pieces = findLine(get(cartAtom).items, productId)?.quantity ?? quantity;
      for (let more = quantity - pieces; more > 0; more--)
        void set(changeCartAtom, { type: 'increment', productId });
      return true;
    }),
  );
  const missing = lines.flatMap(({ product: { id, title } }) =>
    products.get(id)?.inStock ? [] : title,
  );
  const reason =
    missing.length > 0 ? ` Out of stock or no longer sold: ${listFormat.format(missing)}.` : '';
  if (isAdded.includes(true)) {
    const link = { text: 'Go to your cart', path: get(pathToAtom)('cart') };
    toast.success(`The order’s products are in your cart.${reason}`, link);
  } else if (reason) toast.warning(`Nothing was added to your cart.${reason}`);
});

interface BuyAgainProps {
  order: Order;
}

export function BuyAgain({ order }: BuyAgainProps) {
  const buyAgain = useSetAtom(buyAgainAtom);
  const [isBusy, setIsBusy] = useState(false);

  async function buy(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    await buyAgain(order);
    setIsBusy(false);
  }

  return (
    <Button variant="quiet" size="small" aria-busy={isBusy} onClick={() => void buy()}>
      <span>
        Buy again
        <span className="visually-hidden"> the order of {formatTime(order.placedAt)}</span>
      </span>
    </Button>
  );
}
