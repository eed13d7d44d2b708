import { endpointNames } from '@patchwork/api';
import { sampleProducts } from '@patchwork/sample-data';
import { createHugeCatalogue } from '../data/huge-catalogue.ts';
import type { MockTables } from '../data/rows.ts';
import { sampleTables } from '../data/sample-tables.ts';
import type { MockSettings, ScenarioName } from './control.ts';

/** The delay of the scenario and of `?mock=slow`. */
export const SLOW_DELAY_MS = 3000;
const FLAKY_RATE = 1 / 3;

/** Each scenario's tables, made once: equal rows are then the same object. */
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

/** What a scenario's tables hold at its start. */
export function tablesOf(scenario: ScenarioName): MockTables {
  const tables = made.get(scenario) ?? make(scenario);
  made.set(scenario, tables);
  return tables;
}

/** A scenario's settings; what it leaves open is as the page's mock started. */
export function settingsOf(scenario: ScenarioName, defaults: MockSettings): MockSettings {
  if (scenario === 'slow-network') return { ...defaults, delay: SLOW_DELAY_MS };
  if (scenario !== 'flaky-network') return defaults;
  const failure = { rate: FLAKY_RATE, as: 'network' } as const;
  return {
    ...defaults,
    failures: Object.fromEntries(endpointNames.map((name) => [name, failure])),
  };
}
