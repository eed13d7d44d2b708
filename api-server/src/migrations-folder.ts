import { fileURLToPath } from 'node:url';

/**
 * SQL files that `drizzle-kit generate` writes. The compiled `dist/main.mjs` finds them too: it is one folder below
 * the package, as this file is.
 */
export const migrationsFolder = fileURLToPath(new URL('../drizzle', import.meta.url));
