import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findPackage } from '@patchwork/build/workspace';
import * as v from 'valibot';
import { parse } from 'yaml';
import { root, templates } from './workspace.ts';

const names = v.record(v.string(), v.string());
const groups = v.looseObject({ dependencies: names, devDependencies: names });
const readText = (file: string): Promise<string> => readFile(file, 'utf8');

/**
 * Returns the version of a package in this workspace: the catalog's, its own, or that of a peer of the testing library,
 * which pnpm installs by itself and Yarn does not.
 */
async function versionOf(name: string, catalog: Readonly<Record<string, string>>) {
  // Under another name, as @typescript/native, the catalog has the version that provides the command.
  const command = Object.values(catalog).find((each) => each.startsWith(`npm:${name}@`));
  const listed = command?.replace(`npm:${name}@`, '') ?? catalog[name];
  if (listed !== undefined) return listed;
  const users = [root, path.join(root, 'node_modules/@testing-library/react')];
  const folder = users.map((user) => findPackage(user, name)).find((found) => found !== undefined);
  if (folder === undefined) throw new Error(`${name}, which a template names, is not installed`);
  return String(JSON.parse(await readText(path.join(folder, 'package.json'))).version);
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
