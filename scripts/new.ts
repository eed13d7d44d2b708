import { patchwork } from '@patchwork/cli';
import { site } from './lib/workspace.ts';

// `pnpm new remote mfe-gift-cards`: a remote is all that is made.
const args = process.argv.slice(2).filter((word, index) => index > 0 || word !== 'remote');

await patchwork(['new', ...args], site);
