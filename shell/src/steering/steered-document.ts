import type { ReleasedRemote } from '@patchwork/federation';
import type { Breakage } from '@patchwork/inspection';
import * as v from 'valibot';

const envelopeSchema = v.looseObject({ remotes: v.array(v.unknown()) });
const idSchema = v.looseObject({ id: v.string() });

/** A name that no server may ever have (RFC 2606): the request fails as on a network that is gone. */
const nowhere = 'https://unreachable.invalid/remoteEntry.js';

/** The breakages that lie in the registry: the page then meets them as it would meet real ones. */
function damage(entry: { id: string }, breakage: Breakage | undefined): object {
  if (breakage === 'unreachable') return { ...entry, entry: nowhere };
  if (breakage === 'corrupt') return { id: entry.id, team: 'Corrupted on purpose' };
  return entry;
}

/**
 * The registry's document as this tab is to read it. What in it can't be read stays as it is, for
 * the page's own reader to complain about.
 */
export function steeredDocument(
  document: unknown,
  overrides: readonly ReleasedRemote[],
  breakages: Readonly<Record<string, Breakage>>,
): unknown {
  if (!v.is(envelopeSchema, document)) return document;
  const remotes = document.remotes.map((entry) => {
    if (!v.is(idSchema, entry)) return entry;
    const remote = overrides.find(({ id }) => id === entry.id) ?? entry;
    return damage(remote, breakages[entry.id]);
  });
  return { ...document, remotes };
}
