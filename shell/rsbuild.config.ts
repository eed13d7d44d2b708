import { readFileSync } from 'node:fs';
import { shellConfig } from '@patchwork/build';

export default shellConfig(import.meta.dirname, {
  stillFrame: readFileSync(new URL('./src/app/still-frame.html', import.meta.url), 'utf8'),
  inlineScript: './src/boot/preload.ts',
});
