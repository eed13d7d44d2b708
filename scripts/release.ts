import { patchwork } from '@patchwork/cli';
import { site, templates } from './lib/workspace.ts';

await patchwork(process.argv.slice(2), { site, templates });
