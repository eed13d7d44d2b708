import { pathToAtom } from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import { FirstCards } from './FirstCards.tsx';
import { ProductListFrame } from './ProductListFrame.tsx';

/** As many as `head.data` in remote.json asks for. A list that is shorter has no such words. */
const positions = [0, 1, 2, 3, 4, 5, 6, 7];

/** The whole list in the HTML, before the page's scripts are there. The server fills it. */
export function FirstWords() {
  const pathTo = useAtomValue(pathToAtom);
  const cards = positions.map((position) => ({
    to: pathTo('product', { productId: `{products.${position}._id}` }),
    title: `{products.${position}.title}`,
    image: position < 2 ? `{products.${position}.image}` : undefined,
  }));
  return (
    <ProductListFrame>
      <FirstCards cards={cards} />
    </ProductListFrame>
  );
}
