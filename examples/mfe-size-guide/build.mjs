// Writes dist/, which `pnpm release publish <this folder>` publishes.
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';

const from = (file) => new URL(file, import.meta.url);
const hash = (algorithm, content, encoding) =>
  createHash(algorithm).update(content).digest(encoding);
const writeJson = (file, content) => writeFile(from(file), JSON.stringify(content, null, 2));

await rm(from('dist'), { recursive: true, force: true });
await mkdir(from('dist/types'), { recursive: true });

const styles = await readFile(from('src/size-guide.css'));
const entry = await readFile(from('src/remoteEntry.js'), 'utf8');
const integrity = `sha384-${hash('sha384', styles, 'base64')}`;
await writeFile(from('dist/size-guide.css'), styles);
await writeFile(from('dist/remoteEntry.js'), entry.replace('<hash of size-guide.css>', integrity));
await cp(from('remote.json'), from('dist/remote.json'));

await writeJson('dist/mf-manifest.json', {
  exposes: [
    { path: './SizeGuide', assets: { js: { sync: [] }, css: { sync: ['size-guide.css'] } } },
  ],
  shared: [{ name: 'react', version: '19.3.1', requiredVersion: '^19.0.0' }],
});

const types = await readFile(from('types/SizeGuide.d.ts'));
await cp(from('types/SizeGuide.d.ts'), from('dist/types/SizeGuide.d.ts'));
await writeJson('dist/types/index.json', {
  format: 1,
  hash: hash('sha256', types, 'hex'),
  modules: { './SizeGuide': 'SizeGuide.d.ts' },
  packages: {},
  imports: {},
});
