import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ReleaseError } from '@patchwork/release';
import { packageFolder } from '../own-package.ts';
import type { RemotePlan } from './plan.ts';

/** A whole small remote. Its made-up names stand for those of the plan. */
const template = path.join(packageFolder, 'templates/remote');

const fill = (text: string, plan: RemotePlan): string =>
  text
    .replaceAll('mfe-template', plan.id)
    .replaceAll('template-feature', plan.feature)
    .replaceAll('TemplatePage', plan.page)
    .replaceAll('Template heading', plan.heading)
    .replaceAll('Template team', plan.team)
    .replaceAll('/template-route', plan.route)
    .replaceAll('3999', String(plan.port));

async function copyTemplate(plan: RemotePlan, folder: string): Promise<void> {
  const entries = await readdir(template, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(folder, fill(path.relative(template, source), plan));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, fill(await readFile(source, 'utf8'), plan));
  }
}

/** Makes the remote's folder, completely or not at all, and returns it. Touches no other file. */
export async function writeRemote(plan: RemotePlan, workspace: string): Promise<string> {
  const folder = path.join(workspace, plan.id);
  if (existsSync(folder)) throw new ReleaseError(`${folder} exists already: move it away first`);
  const unfinished = path.join(workspace, `.${plan.id}.new`);
  try {
    await copyTemplate(plan, unfinished);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}
