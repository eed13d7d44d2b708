import { isSecret } from './secrets.ts';

const MAX_TEXT = 60;
const MAX_FIELDS = 3;

const shorten = (text: string): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;

function inner(name: string, value: unknown): string {
  if (isSecret(name)) return '••••••••';
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? '{…}'
    : preview(value);
}

function previewFields(value: object): string {
  const fields = Object.entries(value);
  const shown = fields.slice(0, MAX_FIELDS).map(([name, part]) => `${name}: ${inner(name, part)}`);
  const rest = fields.length > MAX_FIELDS ? ['…'] : [];
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
