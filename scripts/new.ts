import { patchwork } from '@patchwork/cli';
import { site, templates } from './lib/workspace.ts';

// `pnpm new remote mfe-gift-cards` works too: remotes are all that can be created.
const args = process.argv.slice(2).filter((word, index) => index > 0 || word !== 'remote');

await patchwork(['new', ...args], { site, templates });
