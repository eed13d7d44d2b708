import type { MockTables } from '../data/rows.ts';
import type { ScenarioName } from './control.ts';

/** What going back restores. */
export interface Checkpoint {
  readonly tables: MockTables;
  readonly scenario: ScenarioName;
  /** Tokens issued before it are refused: milliseconds since 1970, 0 for none. */
  readonly sessionsEndedAt: number;
}
