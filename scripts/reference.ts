import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reference } from './lib/reference.ts';
import { root } from './lib/workspace.ts';

await writeFile(path.join(root, 'docs/reference.md'), reference());
