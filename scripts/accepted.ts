import { runAccepted } from '@patchwork/cli/accepted';
import { main } from '@patchwork/cli/command';
import { root } from './lib/workspace.ts';

// Started by “pnpm serve --accept”, with an uploaded command at its standard input.
await main(() => runAccepted(root));
