import { isSecret } from './secrets.ts';

/** Shown in place of a token or password. */
export const MASK = '••••••••';

const MAX_PREVIEW = 60;
const MAX_FIELDS = 3;

const shorten = (text: string): string =>
  text.length > MAX_PREVIEW ? `${text.slice(0, MAX_PREVIEW)}…` : text;

/** Formats the value of a field as one short line. Masks tokens and passwords. */
export const previewPart = (name: string, value: unknown): string =>
  isSecret(name) ? MASK : preview(value);

/** Whether a value has fields or items. A date has none, and an element of the page would lead to all of the page. */
const hasParts = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Date || value instanceof EventTarget);

const inner = (name: string, value: unknown): string =>
  hasParts(value) && !Array.isArray(value) ? '{…}' : previewPart(name, value);

function previewFields(value: object): string {
  const fields = Object.entries(value);
  const shown = fields.slice(0, MAX_FIELDS).map(([name, part]) => `${name}: ${inner(name, part)}`);
  const rest = fields.length > MAX_FIELDS ? ['…'] : [];
  return `{${[...shown, ...rest].join(', ')}}`;
}

/** Formats a value as one short line: a list by its length, an object by its first fields. */
export function preview(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value === 'function') return 'function';
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (hasParts(value)) return previewFields(value);
  return String(value instanceof Date ? (value.toJSON() ?? value) : value);
}

type Branch = Readonly<Record<string, unknown>>;

/** Returns the fields or items of an object, list, Map, Set or Error; undefined for any other value. */
export function branchOf(value: unknown): Branch | undefined {
  if (value instanceof Error) {
    return Object.assign<Branch, object>({ name: value.name, message: value.message }, value);
  }
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return { ...[...value] };
  return hasParts(value) ? { ...value } : undefined;
}
