import { refusals } from '@patchwork/api/refusals';
import { err, ok } from '@patchwork/domain';
import type { Handlers } from './handler.ts';

export const categoryHandlers = {
  listCategories: ({ data }) => ok({ categories: [...data.categories] }),
  getCategory: ({ params, data }) => {
    const category = data.categories.find(({ _id }) => _id === params.categoryId);
    return category ? ok({ category }) : err(refusals.categoryUnknown);
  },
} satisfies Partial<Handlers>;
