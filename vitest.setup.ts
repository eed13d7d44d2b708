import { afterEach, vi } from 'vitest';

// The files of a worker share their globals: see vitest.config.ts.
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
