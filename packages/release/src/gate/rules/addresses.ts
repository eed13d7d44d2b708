import { isParameter, segmentsOf } from '@patchwork/federation';

/** No route spells this out, so it stands for all that only a parameter takes. */
const anything = '~';

/**
 * An address that belongs to two routes, and to no third one that does not take all they have in
 * common; undefined when nothing belongs to both.
 */
export function commonAddress(one: string, other: string): string | undefined {
  const [a, b] = [segmentsOf(one), segmentsOf(other)];
  if (a.length !== b.length) return undefined;
  const common = a.map((segment, index) => {
    const opposite = b[index] ?? '';
    if (!isParameter(segment))
      return isParameter(opposite) || segment.toLowerCase() === opposite.toLowerCase()
        ? segment
        : '';
    return isParameter(opposite) ? anything : opposite;
  });
  return common.includes('') ? undefined : `/${common.join('/')}`;
}
