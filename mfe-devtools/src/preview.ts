import { isSecret } from './secrets.ts';

const longestText = 60;
const mostFields = 3;

const shorten = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText)}…` : text;

function inner(name: string, value: unknown): string {
  if (isSecret(name)) return '••••••••';
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? '{…}'
    : preview(value);
}

function previewFields(value: object): string {
  const fields = Object.entries(value);
  const shown = fields.slice(0, mostFields).map(([name, part]) => `${name}: ${inner(name, part)}`);
  const rest = fields.length > mostFields ? ['…'] : [];
  return `{${[...shown, ...rest].join(', ')}}`;
}

/** A value in one short line: a list as its length, an object as its first fields. */
export function preview(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value === 'function') return 'function';
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return previewFields(value);
  return String(value);
}
