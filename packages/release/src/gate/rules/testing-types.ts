import { cp } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../../testing.ts';
import { emitTypes } from '../emit-types.ts';
import type { RemoteVersion, ShellVersion } from '../gate.ts';
import { declaration, liveWith, remoteVersion, shellVersion, smallWorkspace } from '../testing.ts';
import { nameOf, nameOfShell } from '../words.ts';
import { checkTypes } from './types.ts';

// The compiler reads React's types and the browser's.
export const time = 60_000;

interface Published {
  readonly workspace: string;
  readonly remote: RemoteVersion;
  readonly shell: ShellVersion;
}

export async function copyTypes(workspace: string, piece: string): Promise<string> {
  const folder = await temporaryFolder();
  const { types } = await emitTypes(workspace, path.join(workspace, piece));
  await cp(types, path.join(folder, 'types'), { recursive: true });
  return folder;
}

/** Publishes a shell and a remote from two states of the sources, whichever comes first. */
export async function publish(files: {
  shell?: Record<string, string>;
  remote?: Record<string, string>;
}): Promise<Published> {
  const workspace = await smallWorkspace(files.shell);
  const shell = shellVersion({
    folder: await copyTypes(workspace, 'shell'),
    slots: { bar: 'one' },
  });
  const original = await smallWorkspace(files.remote);
  const { routes, fragments } = declaration;
  const described = { routes: [...routes], fragments };
  const remote = remoteVersion(described, await copyTypes(original, 'mfe-shop'));
  return { workspace, remote, shell };
}

export async function check(
  { workspace, remote, shell }: Published,
  released: 'remote' | 'shell',
  verdicts = path.join(workspace, 'verdicts'),
) {
  const changed = new Set([released === 'remote' ? nameOf(remote) : nameOfShell(shell)]);
  return checkTypes(liveWith({ shell, remotes: [remote], changed }), { workspace, verdicts });
}

export async function messages(files: Parameters<typeof publish>[0]): Promise<string[]> {
  return (await check(await publish(files), 'remote')).map(
    ({ rule, message }) => `${rule}: ${message}`,
  );
}

export const stateFile = 'packages/shop/src/index.ts';
