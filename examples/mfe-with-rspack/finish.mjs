// Adds to dist/ the files that a shop reads besides those of the bundler.
import { cp } from 'node:fs/promises';

await cp('remote.json', 'dist/remote.json');
await cp('types', 'dist/types', { recursive: true });
