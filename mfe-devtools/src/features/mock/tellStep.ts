import type { PatchStep } from '@patchwork/mock-server';

interface ToldStep {
  readonly verb: string;
  /** 'products › puddle-raincoat › price' */
  readonly place: string;
  /** As JSON, shortened. */
  readonly value: string | undefined;
}

const verbs = { add: 'Added', remove: 'Removed', replace: 'Changed' } as const;

const longest = 80;

const shorten = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

/** One step of a difference in words. */
export const tellStep = ({ op, path, value }: PatchStep): ToldStep => ({
  verb: verbs[op],
  place: path.split('/').slice(1).map(unescapeName).join(' › '),
  value: op === 'remove' ? undefined : shorten(JSON.stringify(value) ?? 'nothing'),
});
