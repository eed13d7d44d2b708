import type { CategoryInfo } from '@patchwork/domain';
import * as v from 'valibot';
import { category } from './product.ts';

export const categorySchema = v.pipe(
  v.object({
    _id: v.pipe(v.string(), v.nonEmpty()),
    categoryName: v.string(),
    description: v.string(),
    image: v.string(),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }): CategoryInfo => {
    const wire = dataset.value;
    const parsed = v.safeParse(category, wire.categoryName);
    if (!parsed.success) {
      addIssue({ message: `"${wire.categoryName}" is no category of the shop` });
      return NEVER;
    }
    return {
      id: wire._id,
      category: parsed.output,
      name: wire.categoryName.trim(),
      description: wire.description,
      image: wire.image,
    };
  }),
);

/** A category in the API's format. */
export type WireCategory = v.InferInput<typeof categorySchema>;
