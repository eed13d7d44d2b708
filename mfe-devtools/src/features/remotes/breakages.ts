import type { Breakage } from '@patchwork/devtools-bridge';

interface BreakageTexts {
  readonly title: string;
  /** What happens to the shop. */
  readonly effect: string;
}

export const breakageTexts: Readonly<Record<Breakage, BreakageTexts>> = {
  unreachable: {
    title: 'Unreachable',
    effect: 'Its files can’t be fetched, as when its server is down.',
  },
  slow: {
    title: 'Slow',
    effect: 'Its modules arrive seconds late, as over a poor network.',
  },
  corrupt: {
    title: 'Corrupt manifest',
    effect: 'Its entry in the registry is damaged: the shop leaves it out, and names the field.',
  },
  throws: {
    title: 'Throws on render',
    effect: 'Its components throw as soon as React renders them.',
  },
  shared: {
    title: 'Wrong shared version',
    effect: 'It requires a version of a shared package that this page does not have.',
  },
};
