import type { TestProject } from 'vitest/node';
import { providePostgres } from './postgres.ts';
import { provideSnapshot } from './snapshot.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the Postgres server for the tests; null if this machine has none. */
    readonly postgresUrl: string | null;
  }
}

/** Runs once before the project's first test. Vitest calls the returned function after the last test. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  await provideSnapshot();
  const postgres = await providePostgres();
  project.provide('postgresUrl', postgres.ok ? postgres.value.url : null);
  if (postgres.ok) return postgres.value.stop;
  const line = `The tests on Postgres are left out: ${postgres.error}.`;
  if (process.env.CI) throw new Error(line);
  console.warn(line);
  return undefined;
}
