import { expect, test } from 'vitest';
import * as mockServer from './index.ts';

test('the package exports these names', () => {
  expect(Object.keys(mockServer).sort()).toMatchInlineSnapshot(`
    [
      "reproductionPassword",
      "scenarioNames",
      "sentinels",
      "snapshotSchema",
      "startMock",
    ]
  `);
});
