import { ExactNumber } from './json-text.ts';
import { branchOf, MASK, preview } from './preview.ts';
import { isSecret } from './secrets.ts';

/**
 * Most fields or items of one branch. react-json-view renders all of an open branch at once, doesn't group objects, and
 * numbers the items of each group of a nested array from 0.
 */
const GROUP_SIZE = 100;
/** Most characters of a text. A browser would lay out a longer one slowly. */
const MAX_TEXT = 100_000;
/** Deepest level. Each level adds frames to the stack, here and in React. */
const MAX_LEVEL = 100;

type Field = readonly [name: string, value: unknown];

/** Returns the fields or, if they are many, groups of them, named 'first … last', or groups of groups. */
function group(fields: readonly Field[], groups: Set<unknown>): readonly Field[] {
  if (fields.length <= GROUP_SIZE) return fields;
  let size = GROUP_SIZE;
  while (fields.length > size * GROUP_SIZE) size *= GROUP_SIZE;
  const grouped: Field[] = [];
  for (let start = 0; start < fields.length; start += size) {
    const part = fields.slice(start, start + size);
    const made = Object.fromEntries(group(part, groups));
    groups.add(made);
    grouped.push([`${part[0]?.[0]} … ${part.at(-1)?.[0]}`, made]);
  }
  return grouped;
}

function cut(text: string): string {
  const rest = text.length - MAX_TEXT;
  return rest > 0 ? `${text.slice(0, MAX_TEXT)}… and ${rest} characters more` : text;
}

function leafOf(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (value instanceof ExactNumber) return value;
  const isJson = value === null || ['number', 'boolean', 'undefined'].includes(typeof value);
  return isJson ? value : preview(value);
}

/**
 * Converts any value to one that react-json-view can show, quickly: JSON, with large objects and lists in groups and long
 * texts cut. Leaves functions out, because each reading of a shared value creates new ones. Masks texts in fields that hold
 * secrets, except for those in `revealed`, and returns the names of all such fields, and the groups.
 */
export function showable(value: unknown, revealed: ReadonlySet<string> | 'all') {
  const secrets = new Set<string>();
  /** Copies by original: a value that contains itself has a copy that contains itself. */
  const copies = new Map<object, object>();
  const groups = new Set<unknown>();

  function show(name: string, part: unknown, level: number): unknown {
    const branch = part instanceof ExactNumber ? undefined : branchOf(part);
    if (branch) return copy(part as object, branch, level);
    if (revealed === 'all' || typeof part !== 'string' || part === '' || !isSecret(name)) {
      return leafOf(part);
    }
    secrets.add(name);
    return revealed.has(name) ? leafOf(part) : MASK;
  }

  function copy(part: object, branch: object, level: number): object | string {
    const known = copies.get(part);
    if (known) return known;
    if (level > MAX_LEVEL) return `nested deeper than ${MAX_LEVEL} levels`;
    const isList = Array.isArray(part) && part.length <= GROUP_SIZE;
    const made = isList ? [] : {};
    copies.set(part, made);
    const fields = Object.entries(branch)
      .filter(([, each]) => typeof each !== 'function')
      .map(([name, each]) => [name, show(name, each, level + 1)] as const);
    for (const [name, each] of isList ? fields : group(fields, groups)) {
      // Unlike an assignment, this keeps a field named '__proto__'.
      Object.defineProperty(made, name, {
        ...{ value: each, enumerable: true, writable: true, configurable: true },
      });
    }
    return made;
  }

  return { shown: show('', value, 0), secrets: [...secrets], groups };
}
