// Adds the files that a shop reads and the bundler doesn't write to dist/.
import { cp } from 'node:fs/promises';

await cp('remote.json', 'dist/remote.json');
await cp('types', 'dist/types', { recursive: true });
