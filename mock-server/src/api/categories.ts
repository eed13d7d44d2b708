import { ok } from '@patchwork/domain';
import { refuse, texts } from './errors.ts';
import type { Handlers } from './handler.ts';

export const categoryHandlers: Pick<Handlers, 'listCategories' | 'getCategory'> = {
  listCategories: ({ data }) => ok({ categories: [...data.categories] }),
  getCategory: ({ params, data }) => {
    const category = data.categories.find(({ _id }) => _id === params.categoryId);
    return category ? ok({ category }) : refuse(404, texts.categoryUnknown);
  },
};
