import { cleanText } from '../head/clean-text.ts';
import type { HeadValues } from '../head/fill-head.ts';

/** What search engines read of a text is shorter. */
const VALUE_LENGTH = 5000;

function valueAt(document: unknown, name: string): unknown {
  let value = document;
  for (const field of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field))
      return undefined;
    value = Reflect.get(value, field);
  }
  return value;
}

/** The values of an API's answer that are named ('product.title'), short enough to be kept. */
export function pickValues(document: unknown, names: readonly string[]): HeadValues {
  const values: Record<string, string | boolean> = {};
  for (const name of names) {
    const value = valueAt(document, name);
    if (typeof value === 'string') values[name] = cleanText(value, VALUE_LENGTH);
    if (typeof value === 'number') values[name] = String(value);
    if (typeof value === 'boolean') values[name] = value;
  }
  return values;
}
