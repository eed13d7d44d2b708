import { existsSync } from 'node:fs';
import path from 'node:path';
import { main } from '@patchwork/cli/command';
import { ReleaseError } from '@patchwork/release';
import { readArguments } from './lib/arguments.ts';
import { touchedSince } from './lib/touched.ts';
import { readPieces, release } from './lib/workspace.ts';

const usage = 'pnpm --silent touched origin/main';

/** Prints, on one line, the names of the pieces that a change affects or, before the first release, of all pieces. */
await main(async () => {
  const { positionals } = readArguments({}, usage, 1);
  const [ref] = positionals;
  if (ref === undefined) throw new ReleaseError(usage);
  // Without a published shell, no remote can be used.
  const isFirst = !existsSync(path.join(release, 'registry.json'));
  const touched = isFirst ? readPieces() : await touchedSince(ref);
  console.log(touched.map(({ name }) => name).join(' '));
});
