import { sampleProducts } from '@patchwork/api/sample-data';
import { sampleProductsInSizes } from '@patchwork/api/sample-data/styles';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { callNames } from '../api/calls.ts';
import type { MockTables, ProductRow } from '../data/rows.ts';
import { sampleTables } from '../data/sample-tables.ts';
import type { MockSettings, ScenarioName } from './control.ts';
import { SLOW_DELAY_MS } from './sentinels.ts';

const count = 10_000;

const moods =
  'Everyday Easy Sunday Monsoon Market Festive Harbour Garden Courtyard Bazaar Studio Weekend Winter Summer Morning Evening Travel Heritage Village City Hillside Riverside Rooftop Workshop Holiday Classic Modern'.split(
    ' ',
  );

const colours =
  'Saffron Indigo Madder Turmeric Walnut Clay Moss Olive Teal Slate Ash Ivory Cream Sand Rust Copper Plum Berry Rose Coral Peach Mint Sage Navy Cobalt Charcoal Onyx'.split(
    ' ',
  );

const sizes = ['S', 'M', 'L', 'XL', 'XXL'] as const;

/** Returns the sample's products followed by variations of them, the same rows every time. */
export function createHugeCatalogue(): readonly ProductRow[] {
  const generator = xoroshiro128plus(2719);
  generator.jump();
  const below = (limit: number): number => Math.floor(uniformFloat64(generator) * limit);
  const variations = Math.ceil(count / sampleProducts.length) - 1;
  const rows = Array.from({ length: variations }, (_, variation) =>
    sampleProducts.map((product) => vary(product, variation, below)),
  );
  return [...sampleProducts, ...rows.flat()].slice(0, count);
}

/** Returns a variation of a product, with a single picture, because more would double the size of the catalogue. */
function vary(
  { pictures: _pictures, ...product }: ProductRow,
  variation: number,
  below: (limit: number) => number,
): ProductRow {
  const mood = moods[Math.floor(variation / colours.length)] ?? '';
  const colour = colours[variation % colours.length] ?? '';
  const price = 199 + below(3800);
  const reviews = below(5000);
  return {
    ...product,
    _id: `${mood}-${colour}-${product._id}`.toLowerCase(),
    title: `${mood} ${colour} ${product.title}`,
    size: sizes[below(sizes.length)] ?? 'M',
    price: String(price),
    original_price: String(Math.max(199, price - 150 + below(1500))),
    // Never exactly 1, 2, 3 or 4, which are the filter's thresholds.
    rating: `${1 + below(4)}.${1 + below(9)}`,
    reviews: reviews < 1000 ? String(reviews) : `${(reviews / 1000).toFixed(1)}k`,
    in_stock: below(100) < 85,
    delivery_time: String(2 + below(6)),
    trending: below(10) === 0,
  };
}

/** Among them that of the sample address, and no other of Bengaluru's. */
const pinCodes = {
  560038: { days: 3, isCashOnDelivery: true },
  110001: { days: 6, isCashOnDelivery: true },
  400001: { days: 5, isCashOnDelivery: true },
  682001: { days: 8, isCashOnDelivery: false },
} as const;

const cashOnDelivery = { limit: 5000, fee: 49 } as const;

const FLAKY_RATE = 1 / 3;

/** Tables by scenario, cached so that each call returns the same row objects: `difference` skips identical ones. */
const made = new Map<ScenarioName, MockTables>();

function make(scenario: ScenarioName): MockTables {
  if (scenario === 'empty-shop') return { ...sampleTables, products: [] };
  if (scenario === 'huge-catalogue') return { ...sampleTables, products: createHugeCatalogue() };
  if (scenario === 'sizes') return { ...sampleTables, products: sampleProductsInSizes };
  if (scenario !== 'out-of-stock') return sampleTables;
  return {
    ...sampleTables,
    products: sampleProducts.map((product) => ({ ...product, in_stock: false })),
  };
}

export function tablesOf(scenario: ScenarioName): MockTables {
  const tables = made.get(scenario) ?? make(scenario);
  made.set(scenario, tables);
  return tables;
}

/** Returns a scenario's settings: `defaults`, except where the scenario defines its own. */
export function settingsOf(scenario: ScenarioName, defaults: MockSettings): MockSettings {
  if (scenario === 'slow-network') return { ...defaults, delay: SLOW_DELAY_MS };
  if (scenario === 'pin-codes') return { ...defaults, pinCodes, cashOnDelivery };
  if (scenario !== 'flaky-network') return defaults;
  const failure = { rate: FLAKY_RATE, as: 'network' } as const;
  return {
    ...defaults,
    failures: Object.fromEntries(callNames.map((name) => [name, failure])),
  };
}
