import { listedProductsAtom, productsAtom } from '@patchwork/state';
import { LoadError, Spinner } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { NoMatch } from './NoMatch.tsx';
import { ProductPortions } from './ProductPortions.tsx';

export function Results() {
  const { data, isError, refetch } = useAtomValue(productsAtom);
  const listed = useAtomValue(listedProductsAtom);
  if (data)
    return listed.length > 0 ? <ProductPortions products={listed} /> : <NoMatch products={data} />;
  if (isError)
    return <LoadError message="The products could not be loaded." onRetry={() => refetch()} />;
  return <Spinner label="Loading products" />;
}
