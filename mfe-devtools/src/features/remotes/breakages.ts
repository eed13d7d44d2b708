import type { Breakage } from '@patchwork/devtools-bridge';

interface BreakageWords {
  readonly title: string;
  /** What happens to the shop. */
  readonly what: string;
}

export const breakageWords: Readonly<Record<Breakage, BreakageWords>> = {
  unreachable: {
    title: 'Unreachable',
    what: 'Its files can’t be fetched, as when its server is down.',
  },
  slow: {
    title: 'Slow',
    what: 'Its modules arrive seconds late, as over a poor network.',
  },
  corrupt: {
    title: 'Corrupt manifest',
    what: 'Its entry in the registry is damaged: the shop leaves it out, and names the field.',
  },
  throws: {
    title: 'Throws on render',
    what: 'Its components throw as soon as React renders them.',
  },
  shared: {
    title: 'Wrong shared version',
    what: 'It asks for a version of a shared package that this page does not have.',
  },
};
