import { patchwork } from '@patchwork/cli';
import { site } from './lib/workspace.ts';

// Only remotes can be made: the first word of `pnpm new remote mfe-gift-cards` may be left out.
const args = process.argv.slice(2).filter((word, index) => index > 0 || word !== 'remote');

await patchwork(['new', ...args], site);
