import { readFileSync } from 'node:fs';
import { shellConfig } from '@patchwork/build/shell';

export default shellConfig(import.meta.dirname, {
  earlyChunks: ['calls', 'devtools-start', 'mock', 'mock-shopper'],
  appShell: readFileSync(new URL('./src/app/app-shell.html', import.meta.url), 'utf8'),
  inlineScript: './src/early.ts',
});
