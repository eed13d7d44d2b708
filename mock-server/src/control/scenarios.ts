import { createHugeCatalogue } from '../data/huge-catalogue.ts';
import type { MockTables } from '../data/rows.ts';
import { sampleProducts } from '../data/sample-products.ts';
import { sampleTables } from '../data/sample-tables.ts';
import type { MockSettings, ScenarioName } from './control.ts';
import { endpointNames } from './settings.ts';

const slowDelay = 3000;
const flakyRate = 1 / 3;

/** Rows by scenario, where they are not the sample's. Made once: equal rows are the same object. */
const made = new Map<ScenarioName, MockTables>();

function make(scenario: ScenarioName): MockTables {
  if (scenario === 'empty-shop') return { ...sampleTables, products: [] };
  if (scenario === 'huge-catalogue') return { ...sampleTables, products: createHugeCatalogue() };
  if (scenario !== 'out-of-stock') return sampleTables;
  return {
    ...sampleTables,
    products: sampleProducts.map((product) => ({ ...product, in_stock: false })),
  };
}

/** What a scenario's tables hold before anyone has changed them. */
export function baseOf(scenario: ScenarioName): MockTables {
  const tables = made.get(scenario) ?? make(scenario);
  made.set(scenario, tables);
  return tables;
}

/** What a scenario sets, on top of what the page's mock started with. */
export function settingsOf(scenario: ScenarioName, plain: MockSettings): MockSettings {
  if (scenario === 'slow-network') return { ...plain, delay: slowDelay };
  if (scenario !== 'flaky-network') return plain;
  const failure = { rate: flakyRate, as: 'network' } as const;
  return { ...plain, failures: Object.fromEntries(endpointNames.map((name) => [name, failure])) };
}
