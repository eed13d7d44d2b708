import { patchwork } from '@patchwork/cli';
import { site } from './lib/workspace.ts';

await patchwork(['types', ...process.argv.slice(2)], site);
