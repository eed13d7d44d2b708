/** Unvalidated part of an OpenAPI document. */
export type Node = Readonly<Record<string, unknown>>;

export type Resolve = (part: unknown) => Node;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Looks up a JSON pointer, such as '#/components/schemas/Item'. */
function lookUp(document: unknown, reference: string): unknown {
  const names = reference.slice(1).split('/').slice(1).map(decoded);
  return names.reduce<unknown>((parent, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return Object.hasOwn(Object(parent), key) ? Object(parent)[key] : undefined;
  }, document);
}

/**
 * Returns a function that follows a $ref, if a part is one, to a part of the same document. A reference to nothing is
 * empty, and `onMissing` gets it.
 */
export const createResolve =
  (document: unknown, onMissing: (reference: string) => void = () => {}): Resolve =>
  (part) => {
    const seen = new Set<string>();
    let node = Object(part);
    while (typeof node.$ref === 'string') {
      const { $ref: reference, ...siblings } = node;
      if (seen.has(reference)) return siblings;
      seen.add(reference);
      const found = reference.startsWith('#') ? lookUp(document, reference) : undefined;
      if (found === undefined) {
        onMissing(reference);
        return siblings;
      }
      node = { ...Object(found), ...siblings };
    }
    return node;
  };
