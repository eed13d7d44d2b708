import type { PatchStep } from '@patchwork/mock-server';

const actions = { add: 'Added', remove: 'Removed', replace: 'Changed' } as const;

const MAX_LENGTH = 80;

const shorten = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;

const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

/**
 * One step of a difference in words. A path that ends with '-' appends to a list. The target is written
 * 'products › puddle-raincoat › price', the value as JSON, shortened.
 */
export function describeStep({ op, path, value }: PatchStep) {
  const isAppended = op === 'add' && path.endsWith('/-');
  const names = path.split('/').slice(1, isAppended ? -1 : undefined);
  return {
    action: isAppended ? 'Added to' : actions[op],
    target: names.map(unescapeName).join(' › '),
    value: op === 'remove' ? undefined : shorten(JSON.stringify(value) ?? 'nothing'),
  };
}
