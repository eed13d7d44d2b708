import { branchOf } from '../../preview.ts';

interface Change {
  /** Path within the value: 'data.0.price'; '' for the value itself. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date
    ? Object.is(one.getTime(), other.getTime())
    : Object.is(one, other);

/** Lists the parts of a value that have changed. Skips functions, because each reading creates new ones. */
export function changesBetween(before: unknown, after: unknown, path = ''): readonly Change[] {
  if (isSame(before, after) || typeof after === 'function') return [];
  const [old, current] = [branchOf(before), branchOf(after)];
  if (!old || !current || isList(before) !== isList(after)) return [{ path, before, after }];
  return [...new Set([...Object.keys(old), ...Object.keys(current)])].flatMap((name) =>
    changesBetween(old[name], current[name], path ? `${path}.${name}` : name),
  );
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (isList(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'string' ? 'a text' : 'a number';
}

/**
 * Describes the first part of `values` whose type none of the `samples` has in that place; undefined if every part
 * fits. Each list item is compared with all items of the samples' lists, so that items may be added.
 */
export function shapeProblem(
  samples: readonly unknown[],
  values: readonly unknown[],
  path = 'value',
): string | undefined {
  // An empty list says nothing about its items.
  if (samples.length === 0 || values.length === 0) return undefined;
  const kinds = new Set(samples.map(kindOf));
  const wrong = values.map(kindOf).find((kind) => !kinds.has(kind));
  if (wrong) return `${path} must be ${[...kinds].join(' or ')}, not ${wrong}.`;
  const objectsIn = (all: readonly unknown[]) =>
    all
      .filter((each) => !isList(each))
      .map(branchOf)
      .filter((branch) => branch !== undefined);
  const [old, edited] = [objectsIn(samples), objectsIn(values)];
  for (const name of new Set(old.flatMap((object) => Object.keys(object)))) {
    const pick = (object: Readonly<Record<string, unknown>>) => object[name];
    const problem = shapeProblem(old.map(pick), edited.map(pick), `${path}.${name}`);
    if (problem) return problem;
  }
  return shapeProblem(samples.filter(isList).flat(), values.filter(isList).flat(), `${path}[…]`);
}
