export const categories = ['MEN', 'WOMEN', 'KIDS'] as const;
export type Category = (typeof categories)[number];

export const sizes = ['S', 'M', 'L', 'XL', 'XXL'] as const;
export type Size = (typeof sizes)[number];

/** A picture of a product. */
export interface ProductPicture {
  readonly image: string;
  /** Text in place of the picture: 'Plain Shirt, from behind'. */
  readonly alt: string;
}

/**
 * A product as the program knows it: the API's strings are already parsed (see packages/api). Its id is a readable
 * slug, stable across builds, so that a link to it can be shared.
 */
export interface Product {
  readonly id: string;
  readonly title: string;
  readonly image: string;
  /** Pictures besides `image`: worn, from behind, the cloth. */
  readonly pictures?: readonly ProductPicture[] | undefined;
  readonly description: string;
  readonly category: Category;
  readonly size: Size;
  /** Whole rupees. */
  readonly price: number;
  /** Whole rupees. May be below `price`: see percentOff. */
  readonly originalPrice: number;
  /** 0 to 5; 0 is a new product without ratings. */
  readonly rating: number;
  /** Number of reviews, as the API sends it: '605', '1.9k'. */
  readonly reviews: string;
  readonly inStock: boolean;
  readonly deliveryDays: number;
  readonly trending: boolean;
  /** The cloth, and its care. */
  readonly care?: string | undefined;
}

export interface CategoryInfo {
  readonly id: string;
  readonly category: Category;
  /** Name on the page: Men, Women, Kids. */
  readonly name: string;
  readonly description: string;
  readonly image: string;
}
