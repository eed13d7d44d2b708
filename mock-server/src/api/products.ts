import { refusals } from '@patchwork/api/refusals';
import { err, ok } from '@patchwork/domain';
import type { Handlers } from './handler.ts';

export const productHandlers: Pick<Handlers, 'listProducts' | 'getProduct'> = {
  listProducts: ({ data }) => ok({ products: [...data.products] }),
  getProduct: ({ params, data }) => {
    const product = data.products.find(({ _id }) => _id === params.productId);
    return product ? ok({ product }) : err(refusals.productUnknown);
  },
};
