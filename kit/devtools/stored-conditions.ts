import { createStoredValue } from '@patchwork/host/storage';

const storedConditions = createStoredValue({
  name: 'api-conditions',
  version: 1,
  parse: (value) => value,
  scope: 'tab',
});

/** Whether this tab has stored delays, failures or custom responses for a real API (mock-server/src/conditions.ts). */
export const hasStoredConditions = (): boolean => storedConditions.readText() !== null;
