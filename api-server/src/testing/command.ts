import { createProgram } from '../commands/program.ts';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';

/**
 * Runs `pnpm api …` on an open database, with `typed` as standard input, and returns the output, which is also added to
 * `printed`. Rejects if the command fails.
 */
export async function runCommand(
  db: Database,
  settings: Settings,
  line: readonly string[],
  typed = '',
  printed: string[] = [],
): Promise<string> {
  const served = () => Promise.reject(new Error('the API was served'));
  const terminal = {
    out: (text: string) => void printed.push(text),
    input: (async function* () {
      yield typed;
    })(),
  };
  const open = async () => ({ db, close: async () => undefined });
  const program = createProgram(() => settings, served, terminal, open).exitOverride();
  await program.parseAsync(line, { from: 'user' });
  return printed.join('\n');
}
