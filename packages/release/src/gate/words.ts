import type { PublishedRemote } from '@patchwork/federation';
import type { Finding, RemoteVersion, ShellVersion } from './gate.ts';

/** How a refusal names a version. */
export const releaseName = ({ id, version }: PublishedRemote): string => `${id} ${version}`;

export const nameOf = ({ release }: RemoteVersion): string => releaseName(release);

export const nameOfShell = ({ version }: ShellVersion): string => `shell ${version}`;

/** The message, and of a refusal the option that lets it through. */
export const textOf = ({ severity, message, flag }: Finding): string =>
  severity === 'warning' || flag === undefined ? message : `${message} Or let it through: ${flag}`;

/** 'a', 'a and b', 'a, b and c'. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
