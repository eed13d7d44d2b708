import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Finding, RemoteVersion } from '../gate.ts';
import { readTypes, typesIndexFile } from '../types/types-index.ts';
import { listed, nameOf } from '../words.ts';

/**
 * Texts that the code of a shared package holds, and that no minifier changes. A page has one copy of each: a second
 * one has other contexts, other atoms and no session.
 */
export const marks: readonly (readonly [name: string, mark: RegExp])[] = [
  ['react', /\.__(?:CLIENT|SECRET)_INTERNALS_[A-Z_]+\s*=[^=]/],
  ['react-dom', /rendererPackageName:\s*["'`]react-dom["'`]/],
  ['jotai', /["'`]no atom init["'`]/],
  ['react-router', /__reactRouterVersion/],
  ['the shop’s state', /["'`]This store was not made by createShopStore\.["'`]/],
];

async function copiesIn({ release, folder }: RemoteVersion): Promise<Map<string, string>> {
  const copies = new Map<string, string>();
  const scripts = Object.keys(release.integrity).filter((file) => /\.m?js$/.test(file));
  for (const file of scripts) {
    // Missing files are the concern of the rule `files`.
    const text = await readFile(path.join(folder, file), 'utf8').catch(() => '');
    for (const [name, mark] of marks) {
      if (!copies.has(name) && mark.test(text)) copies.set(name, file);
    }
  }
  return copies;
}

/** A package that a version says it imports, and that its build does not get from the shell. */
async function unshared({ release, folder }: RemoteVersion): Promise<string[]> {
  const types = await readTypes(folder);
  return Object.keys(types?.index.imports ?? {}).filter(
    (name) => !Object.hasOwn(release.shared, name),
  );
}

/** A remote gets the shared packages from the shell, and has no copy of its own of any. */
export async function checkCopies(remote: RemoteVersion): Promise<Finding[]> {
  const ours = nameOf(remote);
  const refuse = (file: string, message: string): Finding => ({
    ...{ severity: 'refusal', rule: 'copies', file, message, ours },
  });
  const copies = [...(await copiesIn(remote))].map(([name, file]) =>
    refuse(
      file,
      `${file} of ${ours} holds a copy of ${name}, but a page has one, which the shell brings: the remote’s own would have other values. List the package in “shared” of the build with import: false, and import it by its bare name.`,
    ),
  );
  const names = await unshared(remote);
  if (names.length === 0) return copies;
  const file = `types/${typesIndexFile}`;
  const message = `${file} of ${ours} says that it imports ${listed(names)}, which its build does not get from the shell: dist/mf-manifest.json lists no such shared package. Share it with import: false, or leave it out of “imports”.`;
  return [...copies, refuse(file, message)];
}
