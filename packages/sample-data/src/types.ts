/** A product of the sample, in the API's format: numbers are strings. */
export interface SampleProduct {
  readonly _id: string;
  readonly title: string;
  readonly image: string;
  readonly description: string;
  readonly category: 'Men' | 'Women' | 'Kids';
  readonly size: 'S' | 'M' | 'L' | 'XL' | 'XXL';
  readonly price: string;
  readonly original_price: string;
  readonly rating: string;
  readonly reviews: string;
  readonly in_stock: boolean;
  readonly delivery_time: string;
  readonly trending: boolean;
}

/** A category of the sample, in the API's format. */
export interface SampleCategory {
  readonly _id: string;
  readonly categoryName: 'Men' | 'Women' | 'Kids';
  readonly description: string;
  readonly image: string;
}
