import type { PatchStep } from '@patchwork/mock-server';

interface StepDescription {
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

/** One step of a difference in words. A '-' at its end is the place behind a list's last item. */
export function describeStep({ op, path, value }: PatchStep): StepDescription {
  const isAppended = op === 'add' && path.endsWith('/-');
  const names = path.split('/').slice(1, isAppended ? -1 : undefined);
  return {
    verb: isAppended ? 'Added to' : verbs[op],
    place: names.map(unescapeName).join(' › '),
    value: op === 'remove' ? undefined : shorten(JSON.stringify(value) ?? 'nothing'),
  };
}
