import type { ScenarioName } from '../control/control.ts';
import { tablesOf } from '../control/scenarios.ts';
import { createMock } from '../create-mock.ts';
import { answer } from './dispatch.ts';

/** As `readSample`, on the data of a scenario. */
export function readScenario(scenario: ScenarioName): (path: string) => Promise<Response> {
  const { server } = createMock({ isKept: false, tables: tablesOf(scenario) });
  return (path) => answer(server, path);
}
