import {
  askedRights,
  type Grants,
  type PublishedRemote,
  type Rights,
  rightsBeyond,
  ungranted,
} from '@patchwork/host';
import type { Finding } from '../../findings.ts';
import { nameOf, type RemoteVersion, releaseName } from '../live.ts';

const isEmpty = (rights: Rights): boolean => Object.keys(rights).length === 0;

/** Writes rights as in remote.json, on one line. */
const written = (rights: Rights): string =>
  JSON.stringify(rights).replaceAll(/[,:](?=["[{])/g, '$& ');

/**
 * Warns of rights that a version asks for and no version that was live had, and of those among them that the shop's
 * configuration doesn't grant. Not a refusal: a remote may do without, as the checkout does without a payment provider.
 */
export function warnOfRights(
  remote: RemoteVersion,
  live: readonly PublishedRemote[],
  grants: Grants,
): Finding[] {
  // The first release of a whole shop has nothing to compare with, and its configuration may come after it.
  if (live.length === 0) return [];
  const { id } = remote.release;
  const ours = nameOf(remote);
  const before = live.filter((release) => release.id === id);
  const grown = before.reduce(
    (rights, release) => rightsBeyond(rights, askedRights(release)),
    askedRights(remote.release),
  );
  if (isEmpty(grown)) return [];
  const [old] = before;
  const since = old ? ` that ${releaseName(old)} has not` : '';
  const missing = ungranted(grown, grants[id]);
  const shown = `remote.json of ${ours} asks for rights${since}: ${written(grown)}.`;
  const lines = `"rights": { "${id}": ${written(askedRights(remote.release))} }`;
  const advice = isEmpty(missing)
    ? 'The policy of the pages that show it gets them.'
    : `config.json does not grant ${isEmpty(rightsBeyond(grown, missing)) ? 'them' : written(missing)}, so the policy refuses that. To grant all: ${lines}`;
  const lives = old ? { live: releaseName(old) } : {};
  return [
    {
      ...{ severity: 'warning', rule: 'rights', file: 'remote.json', ours, ...lives },
      message: `${shown} ${advice}`,
    },
  ];
}
