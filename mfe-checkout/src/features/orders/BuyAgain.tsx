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
import * as t from '../../texts/orders.ts';

const listFormat = new Intl.ListFormat(t.locale);

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
      return toast.error(`${t.nothingAdded} ${describeError(found.error)}`);
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
  const reason = missing.length > 0 ? ` ${t.missing({ titles: listFormat.format(missing) })}` : '';
  if (isAdded.includes(true)) {
    const link = { text: t.goToYourCart, path: get(pathToAtom)('cart') };
    toast.success(t.added + reason, link);
  } else if (reason) toast.warning(t.nothingAdded + reason);
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
        {t.buyAgain({
          time: formatTime(order.placedAt),
          hidden: (text) => <span className="visually-hidden">{text}</span>,
        })}
      </span>
    </Button>
  );
}
