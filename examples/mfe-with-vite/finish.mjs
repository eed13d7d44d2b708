// Adds to dist/ the files that a shop reads besides those of the bundler.
import { cp, rm } from 'node:fs/promises';

await cp('remote.json', 'dist/remote.json');
await cp('types', 'dist/types', { recursive: true });
// The plugin asks Vite for a manifest of its own. No shop serves a name with a leading dot.
await rm('dist/.vite', { recursive: true, force: true });
