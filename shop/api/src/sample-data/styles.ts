import type { Colour, Size } from '@patchwork/domain';
import { sampleProducts } from './index.ts';
import type { Dye } from './recolour.ts';

/**
 * Hash of the content of the dyed pictures, as of the others. After a change of one, sample-data.test.ts prints the new
 * hash.
 */
const contentHash = '45d3e0ff';

type Garment = (typeof sampleProducts)[number]['_id'];

/** A product in the API's format, as mock and server store it. */
interface SampleProduct {
  readonly _id: string;
  readonly title: string;
  readonly description: string;
  readonly care: string;
  readonly category: 'Men' | 'Women' | 'Kids';
  readonly size: Size;
  readonly price: string;
  readonly original_price: string;
  readonly rating: string;
  readonly reviews: string;
  readonly in_stock: boolean;
  readonly delivery_time: string;
  readonly trending: boolean;
  readonly image: string;
  readonly pictures: { image: string; alt: string }[];
  readonly style?: string;
  readonly colour?: Colour;
}

type Texts = { readonly title: string; readonly description: string; readonly care: string };

/** A garment in one colour, and the sizes that there are of it. */
interface Look {
  readonly garment: Garment;
  readonly colour: Colour;
  /** 'M L! XL': an exclamation mark for what is out of stock. */
  readonly sizes: string;
}

interface DyedLook extends Look, Texts {
  readonly id: string;
  readonly dye: Dye;
  /** Whether the look is another colour of its garment's style, with as many pictures, or a style of its own. */
  readonly isSibling: boolean;
}

const colour = (name: string, swatch: string): Colour => ({ name, swatch });

/** The garments in their own colours. The jacket, of which no two are alike, has no siblings. */
const looks: readonly Look[] = [
  {
    garment: 'indigo-selvedge-overshirt',
    colour: colour('Indigo', '#2b3766'),
    sizes: 'S M L XL',
  },
  { garment: 'ajrakh-camp-collar-shirt', colour: colour('Madder', '#9c3328'), sizes: 'M L XL' },
  { garment: 'khadi-band-collar-kurta', colour: colour('Cream', '#ece0c6'), sizes: 'M L! XXL' },
  { garment: 'corduroy-work-trousers', colour: colour('Tobacco', '#9a6233'), sizes: 'M L XL' },
  { garment: 'ribbed-crew-sweater', colour: colour('Moss', '#5f6b47'), sizes: 'S M! L' },
  { garment: 'marigold-anarkali-dress', colour: colour('Marigold', '#e2971b'), sizes: 'S M L' },
  { garment: 'block-print-wrap-dress', colour: colour('Madder', '#b03a46'), sizes: 'S M L XL' },
  { garment: 'linen-wide-leg-trousers', colour: colour('Sand', '#cdb993'), sizes: 'S M L XL XXL' },
  { garment: 'chikankari-tunic', colour: colour('Mint', '#a9c9ba'), sizes: 'S! M L' },
  { garment: 'quilted-kantha-jacket', colour: colour('Plum', '#6b3558'), sizes: 'M L!' },
  { garment: 'stitched-star-sweatshirt', colour: colour('Ash', '#d0cdc6'), sizes: 'S M' },
  { garment: 'patch-pocket-dungarees', colour: colour('Sky', '#6d8fc0'), sizes: 'S M L' },
  { garment: 'puddle-raincoat', colour: colour('Teal', '#1f7d80'), sizes: 'S M! L' },
];

/** The garments whose cloth is dyed in another colour. */
export const dyedLooks: readonly DyedLook[] = [
  {
    ...{ id: 'walnut-selvedge-overshirt', garment: 'indigo-selvedge-overshirt', isSibling: true },
    title: 'Walnut Selvedge Overshirt',
    description:
      'The overshirt of the narrow looms, dyed with walnut hulls instead of indigo. It starts stiff, softens to your shoulders, and goes with every pair of blue trousers.',
    care: 'Cotton, 11 oz selvedge denim dyed with walnut. Wash cold and inside out, apart from other colours; dry in the shade.',
    colour: colour('Walnut', '#5d4531'),
    dye: { from: [205, 250], hue: 24, saturation: 0.75, lightness: 1.1 },
    sizes: 'M L!',
  },
  {
    ...{ id: 'sky-band-collar-kurta', garment: 'khadi-band-collar-kurta', isSibling: true },
    title: 'Sky Band-Collar Kurta',
    description:
      'Handspun khadi with a gentle slub, dipped once in indigo for the blue of a clear morning. A clean band collar and side slits make it as good with denim as with a churidar.',
    care: 'Handspun and handwoven khadi cotton, dyed once in natural indigo. Wash cold, apart from other colours; dry in the shade.',
    colour: colour('Sky', '#c3d9e6'),
    dye: { from: [30, 60], hue: 205, saturation: 0.8 },
    sizes: 'L XL',
  },
  {
    ...{ id: 'rust-ribbed-crew-sweater', garment: 'ribbed-crew-sweater', isSibling: true },
    title: 'Rust Ribbed Crew Sweater',
    description:
      'The chunky two-by-two rib in the red of old iron: combed cotton, warm without the itch of wool, with a neck that is set in by hand.',
    care: 'Combed cotton. Wash cold, apart from other colours; dry flat, do not hang.',
    colour: colour('Rust', '#7a4a3c'),
    dye: { from: [60, 180], hue: 14, saturation: 1.9 },
    sizes: 'M L',
  },
  {
    ...{ id: 'rose-anarkali-dress', garment: 'marigold-anarkali-dress', isSibling: true },
    title: 'Rose Anarkali Dress',
    description:
      'The floor-sweeping anarkali in rose cotton silk, gathered below the bust into sixteen panels. It turns when you do.',
    care: 'Cotton silk with a woven border. Dry clean, or wash by hand in cold water; iron on the reverse.',
    colour: colour('Rose', '#c63a6c'),
    dye: { from: [20, 55], hue: 340, saturation: 0.75 },
    sizes: 'S! M',
  },
  {
    ...{ id: 'madder-puddle-raincoat', garment: 'puddle-raincoat', isSibling: true },
    title: 'Madder Puddle Raincoat',
    description:
      'The raincoat with taped seams and a hood that stays up, in a red that is seen from the other end of the lane. The snaps are big enough for small hands.',
    care: 'Coated polyester with taped seams. Wipe with a damp cloth, or wash cold; do not iron, do not tumble dry.',
    colour: colour('Madder', '#8f2436'),
    dye: { from: [150, 205], hue: 352, saturation: 0.85 },
    sizes: 'S M',
  },
  {
    ...{ id: 'moss-camp-collar-shirt', garment: 'ajrakh-camp-collar-shirt', isSibling: false },
    title: 'Moss Camp-Collar Shirt',
    description:
      'Hand-blocked in moss and indigo on soft mulmul cotton, with a relaxed open collar for the warm months.',
    care: 'Mulmul cotton, printed by hand. Wash cold, apart from other colours; dry in the shade, iron warm.',
    colour: colour('Moss', '#4f7a3f'),
    dye: { from: [0, 20], hue: 110, saturation: 0.5 },
    sizes: 'S M L',
  },
  {
    ...{ id: 'ink-corduroy-trousers', garment: 'corduroy-work-trousers', isSibling: false },
    title: 'Ink Corduroy Trousers',
    description:
      'Wide-wale corduroy in ink blue, cut straight with a mid rise and the same deep patch pockets as the work trousers.',
    care: 'Cotton corduroy, eight wales to the inch. Wash cold and inside out; do not iron the pile.',
    colour: colour('Ink', '#33459c'),
    dye: { from: [10, 34], hue: 226, saturation: 0.9 },
    sizes: 'L! XL',
  },
  {
    ...{ id: 'teal-wrap-dress', garment: 'block-print-wrap-dress', isSibling: false },
    title: 'Teal Wrap Dress',
    description:
      'A light cambric printed in teal, with an indigo tie at the side that stays put and a pocket in each seam.',
    care: 'Cotton cambric, printed by hand. Wash cold, apart from other colours; dry in the shade, iron warm.',
    colour: colour('Teal', '#1f8a90'),
    dye: { from: [345, 360], hue: 184, saturation: 0.8 },
    sizes: 'M L',
  },
  {
    ...{ id: 'clay-wide-leg-trousers', garment: 'linen-wide-leg-trousers', isSibling: false },
    title: 'Clay Wide-Leg Trousers',
    description:
      'Mid-weight linen in the pink of dried clay, with a fluid wide leg, a flat front and elastic at the back only.',
    care: 'Linen; elastic at the back of the waist. Wash warm; iron while damp, or leave the creases.',
    colour: colour('Clay', '#c58572'),
    dye: { from: [30, 60], hue: 14, saturation: 1.2, lightness: 0.9 },
    sizes: 'S M!',
  },
  {
    ...{ id: 'rose-chikankari-tunic', garment: 'chikankari-tunic', isSibling: false },
    title: 'Rose Chikankari Tunic',
    description:
      'White shadow-work on a voile in faded rose, embroidered by hand in Lucknow. A cotton slip comes with it.',
    care: 'Cotton voile, embroidered by hand; cotton slip. Wash by hand in cold water; iron on the reverse.',
    colour: colour('Rose', '#cdaebc'),
    dye: { from: [110, 190], hue: 345, saturation: 1.4 },
    sizes: 'M L XL',
  },
  {
    ...{ id: 'teal-kantha-jacket', garment: 'quilted-kantha-jacket', isSibling: false },
    title: 'Teal Kantha Jacket',
    description:
      'Layers of soft cotton in teal, held together by rows of running kantha stitch and bound in marigold. Reversible, with a different print on each side.',
    care: 'Layers of cotton, stitched by hand. Wash by hand in cold water; dry flat in the shade.',
    colour: colour('Teal', '#1f5f68'),
    dye: { from: [290, 345], hue: 190, saturation: 1.4 },
    sizes: 'S M',
  },
  {
    ...{ id: 'moss-patch-dungarees', garment: 'patch-pocket-dungarees', isSibling: false },
    title: 'Moss Patch Dungarees',
    description:
      'Sturdy cotton twill in moss green, with adjustable straps, reinforced knees and four patch pockets.',
    care: 'Cotton twill. Wash warm; dry on the line, iron if you must.',
    colour: colour('Moss', '#84a06c'),
    dye: { from: [200, 235], hue: 90, saturation: 0.7 },
    sizes: 'S M',
  },
];

/** Ends of the names of a dyed look's picture files, and the original picture that each is made from. */
export const dyedViews = ({ isSibling }: Pick<DyedLook, 'isSibling'>): readonly string[] =>
  isSibling ? ['', '-worn', '-back', '-cloth'] : [''];

const garments = new Map<string, SampleProduct>(
  sampleProducts.map((product) => [product._id, product]),
);

/** Additional rupees for the largest sizes, which need more cloth. */
const surcharges: Readonly<Record<string, number>> = { XL: 100, XXL: 200 };

/** Returns the products of a look: the garment itself in its own size, and the others. */
function productsOf(look: Look | DyedLook): SampleProduct[] {
  const garment = garments.get(look.garment);
  if (!garment) return [];
  const { isSibling, id, title, description, care } =
    'dye' in look ? look : { isSibling: true, id: garment._id, ...garment };
  const picture = (view: string) => `/images/dyed/${id}${view}.svg?v=${contentHash}`;
  const pictures =
    'dye' in look
      ? {
          image: picture(''),
          pictures: dyedViews(look)
            .slice(1)
            .map((view, index) => ({
              image: picture(view),
              alt: `${garment.pictures[index]?.alt ?? ''}`.replace(garment.title, title),
            })),
        }
      : { image: garment.image, pictures: garment.pictures };
  return look.sizes.split(' ').map((written) => {
    const size = written.replace('!', '') as Size;
    const isGarment = !('dye' in look) && size === garment.size;
    const extra = isGarment ? 0 : (surcharges[size] ?? 0);
    return {
      ...garment,
      ...{ title, description, care, ...pictures, size, colour: look.colour },
      _id: isGarment ? garment._id : `${id}-${size.toLowerCase()}`,
      price: String(Number(garment.price) + extra),
      original_price: String(Number(garment.original_price) + extra),
      in_stock: !written.endsWith('!'),
      // One of each style is enough on the first page.
      trending: isGarment && garment.trending,
      style: isSibling ? garment._id : id,
    };
  });
}

/** About sixty products in about twenty styles, the fourteen of the sample among them. */
export const sampleProductsInSizes: readonly SampleProduct[] = [
  ...sampleProducts.flatMap((product): readonly SampleProduct[] => {
    const own = [...looks, ...dyedLooks.filter(({ isSibling }) => isSibling)].filter(
      ({ garment }) => garment === product._id,
    );
    return own.length === 0 ? [product] : own.flatMap((look) => productsOf(look));
  }),
  ...dyedLooks.filter(({ isSibling }) => !isSibling).flatMap((look) => productsOf(look)),
];
