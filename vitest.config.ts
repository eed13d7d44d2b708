import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', '**/e2e/**', 'templates/**'];

export default defineConfig({
  test: {
    // Vitest leaves one processor to its main process, which has little to do here.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'unit', include: ['**/*.test.ts'], exclude, environment: 'node' } },
      {
        test: { name: 'component', include: ['**/*.test.tsx'], exclude, environment: 'happy-dom' },
      },
    ],
  },
});
