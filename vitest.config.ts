import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', '**/e2e/**', 'templates/**'];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['**/*.test.ts'], exclude, environment: 'node' } },
      {
        test: { name: 'component', include: ['**/*.test.tsx'], exclude, environment: 'happy-dom' },
      },
    ],
  },
});
