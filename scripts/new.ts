import { patchwork } from '@patchwork/cli';
import { site } from './lib/workspace.ts';

// Drops the word `remote` of `pnpm new remote mfe-gift-cards`: nothing but remotes can be made.
const args = process.argv.slice(2).filter((word, index) => index > 0 || word !== 'remote');

await patchwork(['new', ...args], site);
