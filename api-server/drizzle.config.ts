import { defineConfig } from 'drizzle-kit';

/**
 * Configuration of `pnpm --filter @patchwork/api-server migration`, which writes a migration for what
 * src/database/schema.ts changes.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/database/schema.ts',
  out: './drizzle',
});
