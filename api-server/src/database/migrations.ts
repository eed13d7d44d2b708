import { fileURLToPath } from 'node:url';

/** Where drizzle's migrator finds the migrations, which `drizzle-kit generate` writes. */
export const migrations = {
  migrationsFolder: fileURLToPath(new URL('../../drizzle', import.meta.url)),
};
