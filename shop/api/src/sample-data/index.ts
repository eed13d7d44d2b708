import { demoAccount } from '@patchwork/domain';

/**
 * Hash of the content of all pictures. It is part of their addresses, so browsers may cache the pictures for ever.
 * After a change of a picture, sample-data.test.ts prints the new hash.
 */
const contentHash = '957f0f19';

/** Returns the address of a picture of the sample data. */
const picture = (name: string): string => `/images/${name}.svg?v=${contentHash}`;

/** Further views of a product, each as the suffixes of its file's name and of its alternative text. */
const views = [
  ['worn', 'on a dress form'],
  ['back', 'from behind'],
  ['cloth', 'the cloth'],
] as const;

/** The shopper behind 'Login as Guest'. The password is public. */
export const sampleShopper = {
  name: 'Asha Rao',
  firstName: 'Asha',
  lastName: 'Rao',
  ...demoAccount,
  createdAt: '2026-01-15T10:30:00+05:30',
};

export const sampleCategories = [
  {
    _id: 'men',
    categoryName: 'Men',
    description: 'Overshirts, kurtas and work trousers, cut with room to move.',
    image: picture('category-men'),
  },
  {
    _id: 'women',
    categoryName: 'Women',
    description: 'Block prints, chikankari and easy linen for long days.',
    image: picture('category-women'),
  },
  {
    _id: 'kids',
    categoryName: 'Kids',
    description: 'Sturdy seams and deep pockets, made to be climbed in.',
    image: picture('category-kids'),
  },
] as const;

const men = [
  {
    _id: 'indigo-selvedge-overshirt',
    title: 'Indigo Selvedge Overshirt',
    description:
      'Woven on narrow shuttle looms and dyed in natural indigo, this overshirt starts stiff and softens to your shoulders. Wear it open over a tee or buttoned up as a light jacket. The colour fades slowly, and only where you live in it.',
    size: 'M',
    price: '2499',
    original_price: '3299',
    rating: '4.4',
    reviews: '1.9k',
    delivery_time: '4',
    trending: true,
    care: 'Cotton, 11 oz selvedge denim dyed in natural indigo. Wash cold and inside out, apart from other colours; dry in the shade. The indigo may rub off at first.',
  },
  {
    _id: 'ajrakh-camp-collar-shirt',
    title: 'Ajrakh Camp-Collar Shirt',
    description:
      'Hand-blocked in madder and indigo on soft mulmul cotton, with a relaxed open collar. No two repeats meet in quite the same place, which is how you know a person printed it.',
    size: 'L',
    price: '1299',
    original_price: '1999',
    rating: '4.2',
    reviews: '605',
    delivery_time: '3',
    care: 'Mulmul cotton, printed by hand with natural dyes. Wash cold, apart from other colours; dry in the shade, iron warm.',
  },
  {
    _id: 'khadi-band-collar-kurta',
    title: 'Khadi Band-Collar Kurta',
    description:
      'Handspun khadi with a gentle slub that keeps you cool through the afternoon. A clean band collar and side slits make it as good with denim as with a churidar. Washes softer every time.',
    size: 'XXL',
    price: '1599',
    original_price: '2199',
    rating: '4.6',
    reviews: '1.2k',
    delivery_time: '5',
    trending: true,
    care: 'Handspun and handwoven khadi cotton. Wash cold; dry in the shade, iron warm while damp.',
  },
  {
    _id: 'corduroy-work-trousers',
    title: 'Corduroy Work Trousers',
    description:
      'Wide-wale corduroy in a warm tobacco brown, cut straight with a mid rise. Double-stitched seams and deep patch pockets stand up to a bench, a bicycle or a long train ride.',
    size: 'L',
    price: '1899',
    original_price: '1749',
    rating: '3.7',
    reviews: '318',
    delivery_time: '6',
    care: 'Cotton corduroy, eight wales to the inch. Wash warm and inside out; do not iron the pile.',
  },
  {
    _id: 'ribbed-crew-sweater',
    title: 'Ribbed Crew Sweater',
    description:
      'A chunky two-by-two rib in combed cotton, warm without the itch of wool. The neck is set in by hand so it keeps its shape after a winter of pulling it off in a hurry.',
    size: 'M',
    price: '2199',
    original_price: '2999',
    rating: '3.9',
    reviews: '742',
    in_stock: false,
    delivery_time: '7',
    care: 'Combed cotton. Wash cold; dry flat, do not hang.',
  },
  {
    _id: 'patchwork-chore-jacket',
    title: 'Patchwork Chore Jacket',
    description:
      'The jacket that gave the shop its name: offcuts of canvas, twill and indigo pieced into a classic three-pocket chore coat. The pieces differ from one jacket to the next. Lined in soft cotton, so it slides over a sweater.',
    size: 'XXL',
    price: '3499',
    original_price: '3999',
    rating: '4.8',
    reviews: '2.3k',
    delivery_time: '5',
    trending: true,
    care: 'Offcuts of cotton canvas, twill and indigo denim; lining of soft cotton. Wash cold, apart from other colours; dry in the shade.',
  },
] as const;

const women = [
  {
    _id: 'marigold-anarkali-dress',
    title: 'Marigold Anarkali Dress',
    description:
      'A floor-sweeping anarkali in marigold cotton silk, gathered below the bust into sixteen panels. It turns when you do. A narrow woven border finishes the hem and the cuffs.',
    size: 'M',
    price: '2719',
    original_price: '3599',
    rating: '4.7',
    reviews: '3.1k',
    delivery_time: '4',
    trending: true,
    care: 'Cotton silk with a woven border. Dry clean, or wash by hand in cold water; iron on the reverse.',
  },
  {
    _id: 'block-print-wrap-dress',
    title: 'Block-Print Wrap Dress',
    description:
      'Small botanical blocks, printed by hand along the grain of a light cambric. The wrap ties at the side and stays put, and both seams hide a pocket.',
    size: 'S',
    price: '1899',
    original_price: '2599',
    rating: '4.1',
    reviews: '864',
    delivery_time: '3',
    care: 'Cotton cambric, printed by hand. Wash cold, apart from other colours; dry in the shade, iron warm.',
  },
  {
    _id: 'linen-wide-leg-trousers',
    title: 'Linen Wide-Leg Trousers',
    description:
      'Mid-weight linen with a fluid wide leg and a flat front. The waist has elastic at the back only, so it sits smooth under a tucked shirt. Expect creases; they are part of the charm.',
    size: 'M',
    price: '1499',
    original_price: '1999',
    rating: '3.6',
    reviews: '427',
    delivery_time: '2',
    care: 'Linen; elastic at the back of the waist. Wash warm; iron while damp, or leave the creases.',
  },
  {
    _id: 'chikankari-tunic',
    title: 'Chikankari Tunic',
    description:
      'White shadow-work embroidered by hand in Lucknow on a sheer cotton voile. It takes one needleworker most of a week. A cotton slip comes with it.',
    size: 'L',
    price: '1799',
    original_price: '1650',
    rating: '4.3',
    reviews: '1.1k',
    delivery_time: '6',
    care: 'Cotton voile, embroidered by hand; cotton slip. Wash by hand in cold water; iron on the reverse.',
  },
  {
    _id: 'quilted-kantha-jacket',
    title: 'Quilted Kantha Jacket',
    description:
      'Layers of soft vintage cotton held together by rows of running kantha stitch. Reversible, with a different print on each side. Light enough for a monsoon evening, warm enough for a winter morning.',
    size: 'L',
    price: '3299',
    original_price: '3999',
    rating: '4.5',
    reviews: '956',
    in_stock: false,
    delivery_time: '7',
    care: 'Layers of vintage cotton, stitched by hand. Wash by hand in cold water; dry flat in the shade.',
  },
] as const;

const kids = [
  {
    _id: 'stitched-star-sweatshirt',
    title: 'Stitched Star Sweatshirt',
    description:
      'Brushed fleece with a star appliqué sewn on in three colours of thread. The cuffs are long enough to turn back now and turn down next year.',
    size: 'S',
    price: '799',
    original_price: '1199',
    rating: '4.4',
    reviews: '512',
    delivery_time: '3',
    care: 'Brushed cotton fleece. Wash warm and inside out; do not iron the star.',
  },
  {
    _id: 'patch-pocket-dungarees',
    title: 'Patch-Pocket Dungarees',
    description:
      'Sturdy cotton twill with adjustable straps and knees that come reinforced. Four patch pockets hold a day’s worth of pebbles, leaves and biscuits.',
    size: 'S',
    price: '1099',
    original_price: '1499',
    rating: '3.4',
    reviews: '289',
    delivery_time: '5',
    care: 'Cotton twill. Wash warm; dry on the line, iron if you must.',
  },
  {
    _id: 'puddle-raincoat',
    title: 'Puddle Raincoat',
    description:
      'A bright, taped-seam raincoat with a hood that stays up when they run. The snaps are big enough for small hands. It dries on the hook by the time the next shower comes.',
    size: 'M',
    price: '999',
    original_price: '1299',
    rating: '2.8',
    reviews: '143',
    in_stock: false,
    delivery_time: '4',
    care: 'Coated polyester with taped seams. Wipe with a damp cloth, or wash cold; do not iron, do not tumble dry.',
  },
] as const;

/** Adds the category, the pictures and the defaults (in stock, not trending) to the products of a category. */
const inCategory = <const Product extends { readonly _id: string; readonly title: string }>(
  category: 'Men' | 'Women' | 'Kids',
  products: readonly Product[],
) =>
  products.map((product) => ({
    in_stock: true,
    trending: false,
    ...product,
    category,
    image: picture(product._id),
    pictures: views.map(([file, view]) => ({
      image: picture(`${product._id}-${file}`),
      alt: `${product.title}, ${view}`,
    })),
  }));

/** Fourteen invented products. Their ids are slugs that never change, so links can be shared. */
export const sampleProducts = [
  ...inCategory('Men', men),
  ...inCategory('Women', women),
  ...inCategory('Kids', kids),
];
