import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { root, templates } from './workspace.ts';

const names = v.record(v.string(), v.string());
const groups = v.looseObject({ dependencies: names, devDependencies: names });
const readText = (file: string): Promise<string> => readFile(file, 'utf8');

/** Returns the version of a package in this workspace: the catalog's, or its own. */
async function versionOf(name: string, catalog: Readonly<Record<string, string>>) {
  const listed = catalog[name];
  if (listed !== undefined) return listed;
  const file = path.join(root, 'node_modules', name, 'package.json');
  return String(JSON.parse(await readText(file)).version);
}

/**
 * Copies the templates of new remotes for publication. The copy's package.json gets the versions that this workspace
 * has, for packages that the shop doesn't share.
 */
export async function copyTemplates(to: string): Promise<void> {
  await cp(templates, to, { recursive: true });
  const workspace = parse(await readText(path.join(root, 'pnpm-workspace.yaml')));
  const catalog = v.parse(names, workspace.catalog);
  const file = path.join(to, 'repository/package.json');
  const manifest = v.parse(groups, JSON.parse(await readText(file)));
  for (const group of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(group)) group[name] = `^${await versionOf(name, catalog)}`;
  }
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
