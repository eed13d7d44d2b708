// Adds the files that a shop reads and the bundler doesn't write to dist/.
import { cp, rm } from 'node:fs/promises';

await cp('remote.json', 'dist/remote.json');
await cp('types', 'dist/types', { recursive: true });
// The plugin makes Vite write its own manifest into a hidden folder, and no shop serves hidden folders.
await rm('dist/.vite', { recursive: true, force: true });
