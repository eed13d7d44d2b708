import { defineConfig } from 'drizzle-kit';

/**
 * Drizzle Kit configuration. `pnpm --filter @patchwork/api-server migration` generates a migration from changes to
 * src/database/schema.ts.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/database/schema.ts',
  out: './drizzle',
});
