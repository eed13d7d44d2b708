import type { HostileText } from './hostile-text.ts';

type Path = readonly string[];

/** Where a JSON document has a text. */
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

/** A document with one of its texts replaced, and the title of it: 'products.0.title: a script element'. */
export interface HostileDocument {
  readonly title: string;
  readonly document: unknown;
}

/** A JSON document with each of its texts replaced by each of these, one at a time. */
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
