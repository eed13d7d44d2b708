import { expect, test } from 'vitest';
import * as release from './index.ts';

test('the package exports these names', () => {
  expect(Object.keys(release).sort()).toMatchInlineSnapshot(`
    [
      "REPORTS_PATH",
      "ReleaseError",
      "createGate",
      "emitTypes",
      "explainSystemError",
      "isBuilt",
      "overBudget",
      "publish",
      "readAuthor",
      "readPort",
      "runCommandLine",
      "serve",
      "weighBuild",
    ]
  `);
});
