import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Copy {
  readonly version: string;
  readonly folder: string;
}

/** The copies of React among the files of a build, in the order in which they come. */
function copiesOfReact(files: readonly string[]): Copy[] {
  const folders = files.flatMap(
    (file) => /^.*[/\\]node_modules[/\\]react(?=[/\\])/.exec(file) ?? [],
  );
  return [...new Set(folders)].map((folder) => {
    const manifest = readFileSync(path.join(folder, 'package.json'), 'utf8');
    return { version: (JSON.parse(manifest) as { version: string }).version, folder };
  });
}

/**
 * Throws where the files of a build come from more than one React. Hooks of one find no renderer in the other, which
 * ends in "Cannot read properties of null".
 */
export function requireOneReact(root: string, files: readonly string[]): void {
  const copies = copiesOfReact(files);
  if (copies.length < 2) return;
  const described = copies.map(
    ({ version, folder }) => `React ${version} from ${path.relative(root, folder)}`,
  );
  throw new Error(
    `The pages of ${path.basename(root)} can’t be prerendered with two copies of React: ${described.join(', and ')}. Install the version that the shop has, and one copy of it`,
  );
}
