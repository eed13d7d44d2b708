import { ok } from '@patchwork/domain';
import { refuse, texts } from './errors.ts';
import type { Handlers } from './handler.ts';

export const productHandlers: Pick<Handlers, 'listProducts' | 'getProduct'> = {
  listProducts: ({ data }) => ok({ products: [...data.products] }),
  getProduct: ({ params, data }) => {
    const product = data.products.find(({ _id }) => _id === params.productId);
    return product ? ok({ product }) : refuse(404, texts.productUnknown);
  },
};
