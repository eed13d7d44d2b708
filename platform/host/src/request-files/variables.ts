const variable = /\{\{([A-Za-z_]\w*)\}\}/g;

/** Whether a text has braces that are no variable: '{{product-id}}', '{{ id }}'. */
export const hasOtherBraces = (text: string): boolean =>
  /\{\{|\}\}/.test(text.replace(variable, ''));

export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(variable)].map(([, name = '']) => name);

export type Values = Readonly<Record<string, string>>;

/** Replaces each variable that has a value by what `write` makes of the value. */
export const fillText = (
  text: string,
  values: Values,
  write: (value: string) => string = String,
): string =>
  text.replace(variable, (all, name: string) =>
    Object.hasOwn(values, name) ? write(values[name] ?? '') : all,
  );

/** Copies a JSON value with another text in place of each text, except names of members. */
export function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]),
  );
}
