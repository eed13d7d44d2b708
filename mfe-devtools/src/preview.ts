const longest = 80;

const shorten = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;

const classOf = (value: object): string => {
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  return typeof name === 'string' && name !== 'Object' ? `${name} ` : '';
};

/** A value in one short line: a list as its length, an object as the number of its fields. */
export const preview = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value === 'function') return 'function';
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value !== 'object' || value === null) return String(value);
  const { length } = Object.keys(value);
  return `${classOf(value)}{${length} ${length === 1 ? 'field' : 'fields'}}`;
};
