export const categories = ['MEN', 'WOMEN', 'KIDS'] as const;
export type Category = (typeof categories)[number];

export const sizes = ['S', 'M', 'L', 'XL', 'XXL'] as const;
export type Size = (typeof sizes)[number];

/** File of a picture. The files of a picture differ in width. */
export interface PictureSource {
  readonly image: string;
  /** In pixels. */
  readonly width: number;
}

export interface ProductPicture {
  readonly image: string;
  /** Files of the picture in several widths. A browser loads one of them. */
  readonly sources?: readonly PictureSource[] | undefined;
  /** Alternative text: 'Plain Shirt, from behind'. */
  readonly alt: string;
}

export interface Colour {
  readonly name: string;
  /** Colour of the cloth in sRGB: '#2b3a67'. */
  readonly swatch: string;
}

/** Another product of the same style, as much of it as a choice of size and colour needs. */
export type Sibling = Pick<Product, 'id' | 'size' | 'colour' | 'price' | 'inStock'>;

/**
 * A product, with the API's strings already parsed (see shop/api). Its id is a readable slug that never changes, so
 * links to it can be shared.
 */
export interface Product {
  readonly id: string;
  readonly title: string;
  readonly image: string;
  /** Files of `image` in several widths. A browser loads one of them. */
  readonly sources?: readonly PictureSource[] | undefined;
  /** Further pictures: the product worn, from behind, and its cloth. */
  readonly pictures?: readonly ProductPicture[] | undefined;
  readonly description: string;
  readonly category: Category;
  readonly size: Size;
  /** Whole rupees. */
  readonly price: number;
  /** Whole rupees. May be below `price`; see percentOff. */
  readonly originalPrice: number;
  /** From 0 to 5. 0 means no ratings yet. */
  readonly rating: number;
  /** Number of reviews, as the API sends it: '605', '1.9k'. */
  readonly reviews: string;
  readonly inStock: boolean;
  readonly deliveryDays: number;
  readonly trending: boolean;
  /** Fabric and care instructions. */
  readonly care?: string | undefined;
  /** Id that the product has in common with the same piece in other sizes and colours. */
  readonly style?: string | undefined;
  readonly colour?: Colour | undefined;
  /** The other products of the style, from the calls whose products are shown with them. */
  readonly siblings?: readonly Sibling[] | undefined;
}

export interface CategoryInfo {
  readonly id: string;
  readonly category: Category;
  /** Displayed name: Men, Women, Kids. */
  readonly name: string;
  readonly description: string;
  readonly image: string;
}
