import * as v from 'valibot';
import { err, ok, type Result } from '../result.ts';
import { type Shape, shapeProblems, shapeSchema } from './shape.ts';
import { fillText, hasOtherBraces, mapTexts, namesIn, type Values } from './variables.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const onlyVariables = (where: string) =>
  v.check(
    (text: string) => !hasOtherBraces(text),
    `write a variable in ${where} as {{productId}}: letters, digits and _`,
  );

const needsAddress = 'write a path of the shop, as /api/products, or an address with https://';
const needsHeader = 'write a name of letters, digits and “-”';

const needsExpect = 'write what the response must be, as { "status": 200 }';
const needsStatus = 'write the expected status, from 200 to 599';

const fileSchema = v.strictObject({
  method: v.optional(v.picklist(methods, `write ${methods.join(', ')}`), 'GET'),
  /** Path of the shop or API, or an absolute address. */
  address: v.pipe(
    v.string(needsAddress),
    v.regex(/^(?:\/(?![/\\])|https?:\/\/[^/\\])\S*$/, needsAddress),
    onlyVariables('an address'),
  ),
  headers: v.optional(
    v.record(
      v.pipe(v.string(), v.regex(/^[!#$%&'*+\-.^_`|~\w]+$/, needsHeader)),
      v.pipe(
        v.string('write a text'),
        v.regex(
          /^[\t\u0020-\u007e\u0080-\u00ff]*$/,
          'leave out line breaks and signs that no header may have',
        ),
        onlyVariables('a header'),
      ),
    ),
    {},
  ),
  /** JSON; with a header Content-Type that is not JSON, the text to send. */
  body: v.optional(v.unknown()),
  expect: v.strictObject(
    {
      status: v.pipe(
        v.number(needsStatus),
        v.integer(needsStatus),
        v.minValue(200, needsStatus),
        v.maxValue(599, needsStatus),
      ),
      shape: v.optional(shapeSchema),
    },
    needsExpect,
  ),
});

/** What to do without a field. */
const needed: Readonly<Record<string, string>> = {
  address: needsAddress,
  expect: needsExpect,
  'expect.status': needsStatus,
};

/** A request with what its response must be. Texts of address, header values and body may have variables. */
export interface RequestFile {
  readonly method: (typeof methods)[number];
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly expect: { readonly status: number; readonly shape?: Shape | undefined };
}

const typeIn = (headers: RequestFile['headers']): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];

const isJsonType = (type: string): boolean => /[/+]json\s*(?:;|$)/i.test(type);

function sentenceOf(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? '';
  if (issue.expected === 'never') return `${field} is not known: leave it out`;
  if (issue.received === 'undefined') return `${field} is missing: ${needed[field]}`;
  const advice = issue.message.startsWith('Invalid ')
    ? `write ${issue.expected ?? 'another value'} instead of ${issue.received}`
    : issue.message;
  return `${field} is wrong: ${advice}`;
}

/** Returns what the fields can't be together. */
function bodyProblem({ method, headers, body }: RequestFile): string | undefined {
  if (body === undefined) return undefined;
  if (method === 'GET') return 'body is wrong: a GET has none, so leave it out or write POST';
  const type = typeIn(headers);
  if (type === undefined || isJsonType(type) || typeof body === 'string') return undefined;
  return `body is wrong: write a text, because the header Content-Type is ${type}`;
}

/** Reads a request's file. The errors are sentences that name the field at fault and say what to do. */
export function parseRequestFile(text: string): Result<RequestFile, readonly string[]> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return err([`it is not JSON (${error instanceof Error ? error.message : error}): correct it`]);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return err(['write an object with “address” and “expect”']);
  }
  const parsed = v.safeParse(fileSchema, json);
  if (!parsed.success) return err(parsed.issues.map(sentenceOf));
  const problem = bodyProblem(parsed.output);
  return problem === undefined ? ok(parsed.output) : err([problem]);
}

/** Names of the variables of a file, each once, in their order. */
export function variablesOf({ address, headers, body }: RequestFile): readonly string[] {
  const found = [address, ...Object.values(headers)].flatMap(namesIn);
  mapTexts(body, (text) => found.push(...namesIn(text)));
  return [...new Set(found)];
}

export interface FilledRequest {
  readonly method: RequestFile['method'];
  readonly address: string;
  /** With the Content-Type of the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Text of a body; with the values percent-encoded in a form. */
function filledBody(body: unknown, type: string | undefined, values: Values): string {
  if (type === undefined || isJsonType(type)) {
    return JSON.stringify(mapTexts(body, (text) => fillText(text, values)));
  }
  const isForm = /^\s*application\/x-www-form-urlencoded/i.test(type);
  return fillText(String(body), values, isForm ? encodeURIComponent : String);
}

/** Fills in the variables, percent-encoded in the address. The error lists the variables that have no value. */
export function fillRequest(
  file: RequestFile,
  values: Values,
): Result<FilledRequest, readonly string[]> {
  const missing = variablesOf(file).filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0) return err(missing);
  const { method, body } = file;
  const headers = Object.fromEntries(
    Object.entries(file.headers).map(([name, value]) => [name, fillText(value, values)]),
  );
  const type = typeIn(headers);
  const address = fillText(file.address, values, encodeURIComponent);
  if (body === undefined) return ok({ method, address, headers });
  return ok({
    ...{ method, address, body: filledBody(body, type, values) },
    headers: type === undefined ? { ...headers, 'Content-Type': 'application/json' } : headers,
  });
}

/** Returns how a response differs from what is expected of it, one sentence each; an empty list if it passes. */
export function responseProblems(
  { status, shape }: RequestFile['expect'],
  answer: { readonly status: number; readonly body: string },
): readonly string[] {
  const ofStatus =
    answer.status === status ? [] : [`the status is ${answer.status}, not ${status}`];
  if (!shape) return ofStatus;
  let value: unknown;
  try {
    value = JSON.parse(answer.body);
  } catch {
    return [...ofStatus, 'the body is not JSON'];
  }
  return [...ofStatus, ...shapeProblems(value, shape)];
}
