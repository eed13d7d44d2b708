/** '{product.title}', or '{product.in_stock ? InStock : OutOfStock}'. */
const placeholder = /\{(\w+(?:\.\w+)*)(?: \? (\w+) : (\w+))?\}/g;

/** Whether each brace of a text belongs to a placeholder. */
export const isTemplate = (text: string): boolean => !/[{}]/.test(text.replaceAll(placeholder, ''));

/** The names of the values that a text needs: 'product.title'. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name);

/**
 * A text with its placeholders filled. Undefined when a value is missing: half a sentence is worse
 * than none.
 */
export function fillTemplate(
  text: string,
  valueFor: (name: string) => string | boolean | undefined,
): string | undefined {
  const values = namesIn(text).map(valueFor);
  if (values.some((value) => value === undefined || value === '')) return undefined;
  return text.replaceAll(placeholder, (_whole, name: string, yes?: string, no?: string) => {
    const value = valueFor(name);
    return String((value === true || value === 'true' ? yes : no) ?? value);
  });
}

/** The texts in a JSON value, at any depth, but not the names of its fields. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
