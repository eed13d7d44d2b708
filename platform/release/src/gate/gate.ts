import { configFields } from '@patchwork/build/policy';
import type { PublishedRemote, RemotePointers } from '@patchwork/host';
import type { Finding } from '../findings.ts';
import type { Gate, GateQuestion } from '../pointers/context.ts';
import { readConfig } from '../release-folder/config.ts';
import { exists } from '../release-folder/files.ts';
import { folderOfVersion, shellName } from '../release-folder/layout.ts';
import { versionsIn } from '../release-folder/piece-pointers.ts';
import { liveOf, remotesIn } from '../release-folder/registry.ts';
import { readRemoteRelease, readShellRelease } from '../release-folder/release-file.ts';
import { checkRemote, checkShell, checkTogether } from './check.ts';
import {
  type Live,
  nameOf,
  nameOfShell,
  type RemoteVersion,
  releaseName,
  type ShellVersion,
} from './live.ts';
import { checkFiles, checkShellFiles } from './rules/files.ts';
import { checkSettings } from './rules/settings.ts';
import type { Compare } from './types/questions.ts';

/** Returns the first root that contains a version, or the last root if none does. */
async function rootOf(roots: readonly string[], name: string, version: string): Promise<string> {
  for (const root of roots) if (await exists(folderOfVersion(root, name, version))) return root;
  return roots.at(-1) ?? '';
}

export async function locate(
  roots: readonly string[],
  release: PublishedRemote,
): Promise<RemoteVersion> {
  const { id, version } = release;
  return { release, folder: folderOfVersion(await rootOf(roots, id, version), id, version) };
}

export async function locateShell(
  roots: readonly string[],
  version: string,
): Promise<ShellVersion> {
  const root = await rootOf(roots, shellName, version);
  const folder = folderOfVersion(root, shellName, version);
  return { ...(await readShellRelease(root, version)), folder, root };
}

/** Returns a remote's stable version and canary, each only if the same pointer did not name that version in `was`. */
export function changesOf(
  remote: RemotePointers,
  was: RemotePointers | undefined,
): PublishedRemote[] {
  const { stable, canary } = remote;
  const isNew = (release: PublishedRemote, before: PublishedRemote | undefined) =>
    release.version !== before?.version;
  return [
    ...(isNew(stable, was?.stable) ? [stable] : []),
    ...(canary && isNew(canary.release, was?.canary?.release) ? [canary.release] : []),
  ];
}

/**
 * Reads the versions of withdrawn remotes, whose guards still count. Leaves out versions whose release.json is missing,
 * invalid or changed.
 */
async function withdrawnReleases({ before, roots }: GateQuestion): Promise<PublishedRemote[]> {
  const release = roots.at(-1) ?? '';
  const found = (before.withdrawn ?? []).flatMap((remote) =>
    versionsIn(remote).map((version) =>
      readRemoteRelease(release, remote.id, version).catch(() => undefined),
    ),
  );
  return (await Promise.all(found)).filter((version) => version !== undefined);
}

async function liveIn(
  { before, after, roots }: GateQuestion,
  shell: ShellVersion | undefined,
): Promise<Live> {
  const remotes = remotesIn(after);
  const was = new Map(remotesIn(before).map((remote) => [remote.id, remote]));
  const changes = remotes.flatMap((remote) => changesOf(remote, was.get(remote.id)));
  const isShellNew = shell && shell.version !== before.shell?.version;
  return {
    shell,
    remotes: await Promise.all(remotes.flatMap(liveOf).map((release) => locate(roots, release))),
    before: [...was.values()].flatMap(liveOf),
    changed: new Set([...changes.map(releaseName), ...(isShellNew ? [nameOfShell(shell)] : [])]),
  };
}

async function judgeRemotes(
  question: GateQuestion,
  { shell, remotes, before: live, changed }: Live,
): Promise<Finding[]> {
  const previous = [
    ...remotesIn(question.before).flatMap((remote) => remote.previous),
    ...(await withdrawnReleases(question)),
  ];
  const { rights: grants } = configFields(await readConfig(question.roots.at(-1) ?? ''));
  const findings: Finding[] = [];
  for (const remote of remotes) {
    if (!changed.has(nameOf(remote))) continue;
    const others = remotes.filter(({ release }) => release.id !== remote.release.id);
    const beside = { others, earlier: { live, previous }, shell, grants };
    findings.push(...(await checkRemote({ remote, ...beside })));
    const { id } = remote.release;
    const same = remotes.filter((each) => each.release.id === id && each !== remote);
    const set = remotesIn(question.after).find((each) => each.id === id);
    const were = live.filter((each) => each.id === id);
    findings.push(...(await checkSettings(remote, same, set?.values, were)));
  }
  return findings;
}

async function judgeShell({ shell, remotes, changed }: Live): Promise<Finding[]> {
  if (!shell || !changed.has(nameOfShell(shell))) return [];
  return checkShell({ shell, remotes });
}

async function judgePublished({ after, roots, checked = [] }: GateQuestion): Promise<Finding[]> {
  const release = roots.at(-1) ?? '';
  const isAsked = async (name: string, version: string) =>
    checked.includes(name) && exists(folderOfVersion(release, name, version));
  const findings: Finding[] = [];
  for (const { id, stable } of remotesIn(after)) {
    if (!(await isAsked(id, stable.version))) continue;
    findings.push(...(await checkFiles(await locate([release], stable))));
  }
  const { shell } = after;
  if (!shell || !(await isAsked(shellName, shell.version))) return findings;
  return [...findings, ...(await checkShellFiles(await locateShell([release], shell.version)))];
}

/**
 * Creates the gate, which checks each version that a pointer newly names against everything that would be live with it.
 * `workspace` is the folder whose installed packages provide types. `compare` compares them; by default in this process.
 */
export function createGate(workspace: string, compare?: Compare): Gate {
  return async (question) => {
    const types = { workspace, release: question.roots.at(-1) ?? '', compare };
    const pointed = question.after.shell;
    const shell = pointed && (await locateShell(question.roots, pointed.version));
    const live = await liveIn(question, shell);
    const findings = [
      ...(await judgeRemotes(question, live)),
      ...(await judgeShell(live)),
      ...(await checkTogether(live, types)),
      ...(await judgePublished(question)),
    ];
    // A new shell and a new remote may refuse each other for the same reason; report it once.
    const messages = findings.map(({ rule, message }) => `${rule} ${message}`);
    return findings.filter(
      ({ rule, message }, index) => messages.indexOf(`${rule} ${message}`) === index,
    );
  };
}
