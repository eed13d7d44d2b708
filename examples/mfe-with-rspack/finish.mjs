// Adds to dist/ what a shop reads beside the files of the bundler.
import { cp } from 'node:fs/promises';

await cp('remote.json', 'dist/remote.json');
await cp('types', 'dist/types', { recursive: true });
