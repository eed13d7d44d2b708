export const PIECES_OF_EACH = 1_000_000;

/**
 * Returns a statement that adds products with ids such as 'shirt-7', of all categories, prices and ratings. One title
 * in 8 contains 'linen', one in 96 'indigo linen'.
 */
export const addProducts = (first: number, last: number): string => `
  insert into products (id, title, search_title, description, image, category, size, price,
    original_price, rating, reviews, stock, delivery_days, trending)
  select 'shirt-' || n, 'Shirt ' || n || ' of ' || cloth, 'shirt ' || n || ' of ' || cloth,
    'A shirt of linen and cotton, number ' || n || ', that is woven by hand and washed twice before it is sewn.',
    '/images/products/shirt-' || n || '.svg',
    (array['MEN', 'WOMEN', 'KIDS'])[1 + n % 3], (array['S', 'M', 'L', 'XXL'])[1 + n / 3 % 4],
    200 + n::bigint * 7919 % 3800, 4000, n % 51 / 10.0, '605', ${PIECES_OF_EACH}, 3, n % 10 = 0
  from generate_series(${first}, ${last}) as n, lateral (
    select (array['indigo', 'madder', 'ivory', 'saffron', 'moss', 'slate', 'rust', 'plum', 'sand', 'teal', 'rose',
        'black'])[1 + n / 5 % 12] || ' ' || (array['linen', 'cotton', 'silk', 'wool', 'khadi', 'denim', 'muslin',
        'flannel'])[1 + n / 60 % 8] as cloth
  ) as words`;
