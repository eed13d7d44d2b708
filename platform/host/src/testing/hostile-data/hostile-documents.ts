import type { HostileText } from './hostile-text.ts';

type Path = readonly string[];

/** Returns the path of each text in a JSON document. */
function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, [...path, name]));
}

function replaceAt(value: unknown, path: Path, text: string): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return text;
  const copy = Array.isArray(value) ? [...value] : { ...Object(value) };
  copy[name] = replaceAt(Object(value)[name], rest, text);
  return copy;
}

/**
 * A document in which one text was replaced. The title names the field and the text: 'products.0.title: a script
 * element'.
 */
export interface HostileDocument {
  readonly title: string;
  readonly document: unknown;
}

/** Yields copies of a JSON document; each has one of its texts replaced by one of the given texts. */
export function* hostileDocuments(
  document: unknown,
  texts: readonly HostileText[],
): Generator<HostileDocument> {
  for (const path of textsIn(document)) {
    for (const [title, text] of texts) {
      yield { title: `${path.join('.')}: ${title}`, document: replaceAt(document, path, text) };
    }
  }
}

/** Property that a prototype pollution would add to every object. Nothing else has this name. */
const POLLUTION_MARK = '__hostileProperty';

/** Names that objects inherit, that lead to their prototype, or that JavaScript treats specially. */
export const prototypeNames: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'toJSON', 'then'],
  ...['hasOwnProperty', 'isPrototypeOf', '__defineGetter__', '__lookupSetter__', 'length'],
];

const polluted = `{"${POLLUTION_MARK}":true}`;

const fields: readonly HostileText[] = [
  ['__proto__', `"__proto__":${polluted}`],
  ['__proto__ of __proto__', `"__proto__":{"__proto__":${polluted}}`],
  ['constructor.prototype', `"constructor":{"prototype":${polluted}}`],
  ['__proto__ as a list', `"__proto__":[${polluted}]`],
  ['__proto__ as nothing', '"__proto__":null'],
  ['escaped letters', `"\\u005f_proto__":${polluted}`],
];

function objectsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, part]) => objectsIn(part, [...path, name]));
  return Array.isArray(value) ? inner : [path, ...inner];
}

function writeJson(value: unknown, path: Path, field: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [name, ...rest] = path;
  const parts = Object.entries(value).map(([key, part]) => {
    const text = key === name ? writeJson(part, rest, field) : JSON.stringify(part);
    return Array.isArray(value) ? text : `${JSON.stringify(key)}:${text}`;
  });
  if (Array.isArray(value)) return `[${parts}]`;
  return `{${path.length === 0 ? [...parts, field] : parts}}`;
}

/** Returns copies of a JSON document, as JSON texts. Each has a polluting field in one of its objects. */
export const pollutedDocuments = (document: unknown): HostileText[] =>
  objectsIn(document).flatMap((path) =>
    fields.map(
      ([title, field]): HostileText => [
        `${title} in ${path.join('.') || 'the document'}`,
        writeJson(document, path, field),
      ],
    ),
  );

/** Whether the polluting property is on all objects, on all lists, or on an object within `value`. */
export function isPolluted(value?: unknown): boolean {
  if (POLLUTION_MARK in {} || POLLUTION_MARK in []) return true;
  if (typeof value !== 'object' || value === null) return false;
  return POLLUTION_MARK in value || Object.values(value).some(isPolluted);
}
