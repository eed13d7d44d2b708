import { setTimeout as wait } from 'node:timers/promises';
import * as release from '@patchwork/release';
import { fetchJson } from '../shop/shop.ts';
import { type Flags, idOf, type Session } from './command-line.ts';
import type { Result } from './handlers.ts';
import * as texts from './texts.ts';

/* Commands that give something to a share of the visitors, and compare what these experience: canaries and settings. */

/** Returns a function that reads a remote's visit counts by minute, from all servers that --from names. */
function minutesReader({ from = [] }: Flags): release.ReadMinutes {
  if (from.length === 0) {
    throw new release.UsageError(
      'Name the server that counts the visits, as in --from http://10.0.0.5:9464: “patchwork serve” or the shop’s server, started with METRICS_PORT=9464',
    );
  }
  return async (remote, since) => {
    const answers = await Promise.all(
      from.map((server) =>
        fetchJson(
          new URL(
            `${release.VISITS_PATH}?remote=${encodeURIComponent(remote)}&since=${since}`,
            server,
          ).href,
          release.minutesSchema,
          'name the address at which a server of the shop counts visits: its port is the METRICS_PORT that it is started with',
        ),
      ),
    );
    // Servers that share a database return the same counts, which must be added only once.
    const distinct = answers.filter(
      ({ database }, index) =>
        database === undefined ||
        answers.findIndex((other) => other.database === database) === index,
    );
    return distinct.flatMap(({ minutes }) => minutes);
  };
}

export async function health({ context, flags, paint }: Session, id: string): Result {
  const read = minutesReader(flags);
  const found = await release.health(await release.readMoves(context.store), id, read);
  return { json: { health: found }, text: texts.healthText(found, paint) };
}

/**
 * Maximum number of milliseconds between two looks at a canary. It is shorter than the default time between steps, so
 * that a bad canary is stopped before its next step is due.
 */
const LOOK_MS = 60_000;

async function post(address: string, look: release.Look): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...look, text: texts.lookText(look) }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`it returns ${response.status}`);
}

/**
 * Looks at a canary or setting at intervals until its last step or its end; with --once, looks only once. `look` reads
 * the visits, and makes the move that they call for.
 */
export async function watchShare(
  { every = 600_000, once = false, webhook }: Flags,
  progress: (step: string) => void,
  look: () => Promise<release.Look>,
): Result {
  let said = '';

  async function lookAgain(): Promise<release.Look | undefined> {
    try {
      return await look();
    } catch (error) {
      // An unreachable server ends neither the canary nor the watch.
      if (once || error instanceof release.UsageError) throw error;
      progress(release.messageOf(error));
      return undefined;
    }
  }

  for (;;) {
    const seen = await lookAgain();
    if (seen && webhook !== undefined && /^(?:stepped|promoted|stopped)$/.test(seen.state)) {
      await post(webhook, seen).catch((error) =>
        progress(`${webhook} could not be called: ${release.messageOf(error)}`),
      );
    }
    const isOver = seen && !/^(?:waiting|stepped)$/.test(seen.state);
    if (seen && (once || isOver)) {
      const failed = seen.state === 'stopped' && { failure: 'refused' as const };
      return { json: { look: seen }, text: texts.lookText(seen), ...failed };
    }
    const line = seen && texts.lookText(seen);
    if (line && line !== said) progress(line);
    said = line ?? said;
    await wait(Math.min(LOOK_MS, every));
  }
}

export async function canary(
  session: Session,
  idOrFolder: string,
  percent?: number,
  version?: string,
): Result {
  const { context, flags, options } = session;
  const id = idOf(options, idOrFolder);
  release.requireCanaries(id);
  const { auto: steps, every: everyMs = 600_000 } = flags;
  const plan = steps && { id, steps, everyMs, read: minutesReader(flags) };
  const watch = (watched: NonNullable<typeof plan>) =>
    watchShare(flags, context.progress, () => release.lookAtCanary(context, watched));
  if (plan && percent === undefined) return watch(plan);
  if (percent === undefined) throw new release.UsageError(`Give a share, as in “canary ${id} 10”`);
  const isBuild = percent > 0 && version === undefined;
  const moved = await release.canary(context, {
    id,
    percent,
    builds: isBuild ? await session.readBuilds([idOrFolder]) : [],
    choose: (document) =>
      release.findRelease(context.store.folder, document, id, version ?? 'canary'),
  });
  const link = moved.canary && (await release.canaryLink(context.store.folder, id));
  const text = texts.canaryMoveText(moved, link);
  if (!plan || !moved.canary) return { json: { canary: moved, link }, text };
  context.progress(text);
  return watch(plan);
}

/** Sets the value of a setting, ends it with --undo, or grows its share with --auto. */
export async function set(session: Session, id: string, setting: string, value?: string): Result {
  const { context, flags } = session;
  const { auto, undo, share: percent = 100 } = flags;
  const given = { value, '--share': flags.share, '--undo': undo, '--auto': auto };
  const names = Object.keys(given).filter((name) => Reflect.get(given, name) !== undefined);
  const clash = undo || auto ? names.filter((name) => name !== (undo ? '--undo' : '--auto')) : [];
  if (clash.length > 0) {
    const rest = clash.map((name) => (name === 'value' ? `the value ${value}` : name)).join(', ');
    throw new release.UsageError(`Leave out ${rest}, or leave out ${undo ? '--undo' : '--auto'}`);
  }
  if (names.length === 0) {
    throw new release.UsageError(`Give a value, as in “set ${id} ${setting} true --share 10”`);
  }
  if (auto) {
    const plan = { id, steps: auto, everyMs: flags.every ?? 600_000, read: minutesReader(flags) };
    return watchShare(flags, context.progress, () => release.lookAtSetting(context, plan, setting));
  }
  const moved = undo
    ? await release.unset(context, { id, setting })
    : await release.set(context, { id, setting, written: value, percent });
  return { json: { set: moved }, text: texts.settingMoveText(moved) };
}
