import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import type { Refusal } from './catalogue-refusals.ts';
import type { BodyCodec, QueryCodec } from './endpoint.ts';

type Issue = v.BaseIssue<unknown>;

/** Writes Valibot's `("MEN" | "WOMEN")` as 'MEN, WOMEN'. */
const choices = ({ expected }: Issue): string =>
  (expected ?? '')
    .replace(/[()"]/g, '')
    .split(' | ')
    .filter((choice) => choice !== '')
    .join(', ');

const requirements: Readonly<Record<string, (issue: Issue) => string>> = {
  string: () => 'must be a text',
  number: () => 'must be a number',
  boolean: () => 'must be true or false',
  array: () => 'must be a list',
  object: () => 'must be an object',
  loose_object: () => 'must be an object',
  picklist: (issue) => `must be one of ${choices(issue)}`,
  safe_integer: () => 'must be a whole number',
  min_value: ({ requirement }) => `must be at least ${requirement}`,
  max_value: ({ requirement }) => `must be at most ${requirement}`,
  max_length: ({ requirement }) => `must have at most ${requirement} characters`,
  non_empty: () => 'must not be empty',
  uuid: () => 'must be a UUID',
};

function requirementOf(issue: Issue): string {
  if (issue.kind === 'schema' && issue.received === 'undefined') return 'is missing';
  return requirements[issue.type]?.(issue) ?? 'can’t be read';
}

const badRequest = (reason: string): Refusal => ({
  ...{ status: 400, code: 'badRequest' },
  text: `${reason} Bad Request error.`,
});

/**
 * Returns the refusal of a request because of one field, such as 'address.pinCode'. `fault` is either a whole sentence,
 * with a capital letter, or the rest of a sentence that begins with the field's name.
 */
export const badField = (name: string, fault: string): Refusal =>
  badRequest(`\`${name}\`${/^[A-Z]/.test(fault) ? `: ${fault}` : ` ${fault}.`}`);

/**
 * Valibot configuration. Messages that a schema defines itself, such as the address form's, take precedence over
 * `requirementOf`.
 */
const config = { abortEarly: true, message: requirementOf } as const;

/** Characters that a database can't store and no valid value needs: NUL and lone surrogates. */
const unstorable = /[\0\p{Surrogate}]/u;

const MAX_DEPTH = 20;

function isStorable(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value === 'string') return !unstorable.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return (
    levels > 0 &&
    Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner, levels - 1))
  );
}

/** Refuses fields that can't be stored, by the name of the first one. */
function storable<T extends object>(fields: T): Result<T, Refusal> {
  const field = Object.entries(fields).find((entry) => !isStorable(entry));
  if (!field) return ok(fields);
  return err(
    badField(
      field[0],
      `must not have a zero character, half a surrogate pair, or more than ${MAX_DEPTH} levels`,
    ),
  );
}

/** Validates the parameters of a path, for a server. */
export const parseParams = (params: Readonly<Record<string, string>>) => storable(params);

/** Validates a query string, for a server. If a field is repeated, its first value counts. */
export function parseQuery(
  { schema }: QueryCodec,
  params: URLSearchParams,
): Result<unknown, Refusal> {
  const fields = Object.fromEntries([...params].toReversed());
  const { success, output, issues } = v.safeParse(schema, fields, config);
  if (success) return ok(output);
  // An entry of a list, 'sizes.1', is reported under the name of its list.
  const [name = ''] = (v.getDotPath(issues[0]) ?? '').split('.');
  return err(badField(name, issues[0].message));
}

function parseJson(text: string): Result<unknown, Refusal> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err(badRequest('The body must be JSON.'));
  }
}

/** Parses and validates a JSON body, for a server. Unknown fields are dropped, unless the schema keeps them. */
export function parseBody({ schema }: BodyCodec, text: string): Result<unknown, Refusal> {
  const json = parseJson(text);
  if (!json.ok) return json;
  const { success, output, issues } = v.safeParse(schema, json.value, config);
  if (success) {
    const stored = storable(Object(output));
    return stored.ok ? ok(output) : stored;
  }
  const name = v.getDotPath(issues[0]);
  return name === null
    ? err(badRequest(`The body ${issues[0].message}.`))
    : err(badField(name, issues[0].message));
}
