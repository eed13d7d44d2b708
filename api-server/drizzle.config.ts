import { defineConfig } from 'drizzle-kit';

/** `pnpm --filter @patchwork/api-server migration` writes what src/database/schema.ts changes. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/database/schema.ts',
  out: './drizzle',
});
