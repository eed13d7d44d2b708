import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Draw } from '../draw.ts';
import { readRegistry } from '../release-versions.ts';
import { edits, type PieceName, pieceNames, type TeamWorkspace } from '../team-workspace.ts';

function pick<T>(draw: Draw, items: readonly T[]): T {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

export const remotes = pieceNames.filter((name) => name !== 'shell');

type Command = readonly string[];

/** Returns the commands that a team can give now: a canary is needed for a promotion, another version for a rollback. */
async function possibleCommands(release: string): Promise<Command[]> {
  const registry = await readRegistry(release);
  const publish = pieceNames.map((name): Command => ['publish', name]);
  const canary = remotes.map((name): Command => ['canary', name, '50']);
  const promote = registry.remotes
    .filter((remote) => remote.canary)
    .map(({ id }): Command => ['promote', id]);
  const rollback = registry.remotes
    .filter((remote) => remote.canary ?? remote.previous[0])
    .map(({ id }): Command => ['rollback', id]);
  return [...publish, ...canary, ...promote, ...rollback];
}

/** Two versions of the shell take turns, because the names of its files say what they contain. */
async function buildNext(team: TeamWorkspace, name: PieceName, step: number): Promise<void> {
  const edit = edits[name];
  const changed = { ...edit, replacement: `${edit.replacement} ${step}` };
  if (name !== 'shell') return team.build(name, `1.${step}.0`, changed);
  return step % 2 === 0 ? team.build(name, `1.${step}.0`) : team.build(name, `1.${step}.0`, edit);
}

/** Runs a command of a team, through the gate, then deletes what prune may. Returns what was done. */
export async function releaseOnce(team: TeamWorkspace, draw: Draw, step: number): Promise<string> {
  const command = pick(draw, await possibleCommands(team.release));
  const [verb = '', name = ''] = command;
  const piece = pieceNames.find((each) => each === name);
  if (piece && ['publish', 'canary'].includes(verb)) await buildNext(team, piece, step);
  await team.succeed(...command);
  await prune(team);
  return command.join(' ');
}

/** Publishes the next version of every remote. */
export async function publishRemotes(team: TeamWorkspace, step: number): Promise<void> {
  for (const name of remotes) await buildNext(team, name, step);
  await team.succeed('publish', ...remotes);
}

/** The version before is stable again, and no pointer names the one that was. */
export async function rollBackRemotes(team: TeamWorkspace): Promise<void> {
  for (const name of remotes) await team.succeed('rollback', name);
}

export const prune = (team: TeamWorkspace): Promise<string> => team.succeed('prune', '--keep', '1');

const LONGER_THAN_A_DAY_MS = 25 * 60 * 60 * 1000;

/** Makes the release folder look as it will in 25 hours: prune goes by the times of its files. */
export async function letADayPass(release: string): Promise<void> {
  const earlier = (time: number) => new Date(time - LONGER_THAN_A_DAY_MS);
  for (const name of await readdir(release, { recursive: true })) {
    const file = path.join(release, name);
    if (path.basename(file) === 'release.json') {
      const document = JSON.parse(await readFile(file, 'utf8'));
      const publishedAt = earlier(Date.parse(document.publishedAt)).toISOString();
      await writeFile(file, JSON.stringify({ ...document, publishedAt }));
    }
  }
  const past = earlier(Date.now());
  for (const name of await readdir(release, { recursive: true })) {
    if (!name.startsWith('.')) await utimes(path.join(release, name), past, past);
  }
}
