import type { RemoteRelease } from '@patchwork/federation';
import type { Size } from '../bytes/size.ts';
import {
  type RegistryDocument,
  remoteIn,
  withRemote,
  withShell,
} from '../folder/registry-document.ts';
import type { ShellRelease } from '../folder/shell-folder.ts';
import { pointersOf, shellName } from '../folder/versions.ts';
import { addRemoteVersion } from '../publish/add-remote-version.ts';
import { addShellVersion } from '../publish/add-shell-version.ts';
import type { AddedVersion } from '../publish/built-files.ts';
import type { ReleaseContext } from './gate-question.ts';
import { movePointers } from './move-pointers.ts';
import { makeShellLive, makeStable } from './pointers.ts';

/** A piece of the workspace as its build left it. */
export interface BuiltPiece {
  /** 'shell', or a remote's id. */
  readonly name: string;
  /** Its folder, with dist/ in it. */
  readonly folder: string;
  /** Where its emitted declarations lie, for the gate. */
  readonly types?: string | undefined;
}

/** What a publication did with one piece. */
export interface Published {
  readonly name: string;
  readonly version: string;
  /** Whether its files were new to the release folder. */
  readonly fresh: boolean;
  /** What every visitor had before; the same version where nothing moved. */
  readonly before: string | undefined;
  /** The canary that this ended. */
  readonly endedCanary: string | undefined;
  readonly size: Size | undefined;
}

export type AddedPiece =
  | { readonly name: string; readonly shell: AddedVersion<ShellRelease> }
  | { readonly name: string; readonly remote: AddedVersion<RemoteRelease> };

/** Places a build in a folder of its own. Nobody gets it yet. */
export async function addVersion(release: string, piece: BuiltPiece): Promise<AddedPiece> {
  const placement = { piece: piece.folder, types: piece.types, release };
  if (piece.name === shellName) {
    return { name: shellName, shell: await addShellVersion(placement) };
  }
  const remote = await addRemoteVersion(placement);
  return { name: remote.version.id, remote };
}

/** The document with a placed version for every visitor; the same one when they have it already. */
export function withAdded(document: RegistryDocument, placed: AddedPiece): RegistryDocument {
  const { stable } = pointersOf(document, placed.name);
  if ('shell' in placed) {
    const { version } = placed.shell.version;
    return stable === version
      ? document
      : withShell(document, makeShellLive(document.shell, version));
  }
  const release = placed.remote.version;
  if (stable === release.version) return document;
  return withRemote(document, makeStable(remoteIn(document, release.id), release));
}

function describe(before: RegistryDocument, placed: AddedPiece): Published {
  const { fresh, version: release } = 'shell' in placed ? placed.shell : placed.remote;
  const { stable, canary } = pointersOf(before, placed.name);
  const { version, size } = release;
  const endedCanary = stable === version ? undefined : canary;
  return { name: placed.name, version, fresh, before: stable, endedCanary, size };
}

/**
 * Publishes builds: their files first, then all pointers at once. What is live already with the same
 * bytes stays as it is. Throws a RefusedError when the gate is against it: then nobody gets them.
 */
export async function publish(
  context: ReleaseContext,
  pieces: readonly BuiltPiece[],
): Promise<Published[]> {
  const placed: AddedPiece[] = [];
  for (const piece of pieces) {
    context.progress(`copying ${piece.name}`);
    placed.push(await addVersion(context.release, piece));
  }
  const purpose = `publish ${placed.map(({ name }) => name).join(', ')}`;
  return movePointers(context, purpose, async (before) => ({
    after: placed.reduce(withAdded, before),
    result: placed.map((each) => describe(before, each)),
  }));
}
