import { aProduct } from '@patchwork/domain/testing';
import { NoMatch } from './NoMatch.tsx';

export const NoProducts = () => <NoMatch products={[]} />;

export const EverythingAboveThePriceLimit = () => (
  <NoMatch products={[aProduct({ title: 'Silk Coat', price: 6500 })]} />
);
