import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { expect } from 'vitest';
import { type EndpointName, endpoints, pathFor, type WireOutputOf } from '../src/index.ts';
import { createOpenApi, documentedPath } from '../src/openapi.ts';

// The document is OpenAPI: only the schemas in it are JSON Schema. Formats are checked by the endpoint table's schemas.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const openApi = createOpenApi();
ajv.addSchema(openApi, 'openapi');

const step = (key: string): string =>
  encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

function whereDocumented(name: EndpointName, status: number): string {
  const { method, status: success } = endpoints[name];
  if (status >= 500) return '/components/responses/Failure';
  if (status >= 400) return '/components/responses/Refusal';
  const operation = `/paths/${step(documentedPath(endpoints[name]))}/${method.toLowerCase()}`;
  return `${operation}/responses/${success}`;
}

/** Returns the differences of an answer from the OpenAPI document; '' if there are none. */
export function differences(name: EndpointName, status: number, data: unknown): string {
  const schema = `${whereDocumented(name, status)}/content/application~1json/schema`;
  const validate = ajv.getSchema(`openapi#${schema}`);
  if (!validate) throw new Error(`The document has no answer ${status} of ${name}`);
  return validate(data) ? '' : ajv.errorsText(validate.errors);
}

/** An API that the contract is tested against. `fetch` takes a path of it, '/api/…'. */
export interface Target {
  /** Whether it is the mock, which lacks rules that are not in the specification. */
  readonly isMock: boolean;
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
}

export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly token?: string;
}

interface Answer {
  readonly status: number;
  readonly data: unknown;
}

export const password = 'thread-and-needle';

export const unknownId = 'no-such-id';

export const freshEmail = (): string => `contract-${crypto.randomUUID()}@patchwork.example`;

/**
 * Returns the number of entries in an answer's lists. The table's schemas leave unreadable entries out, which a server
 * must not rely on.
 */
const countEntries = (answer: unknown): number =>
  Object.values(Object(answer)).filter(Array.isArray).flat().length;

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export type ApiUnderTest = ReturnType<typeof putUnderTest>;

/** Returns the functions with which tests call an API. */
export function putUnderTest({ isMock, fetch }: Target) {
  /** Makes a call as it goes over the wire: nothing is encoded or parsed by the table's schemas. */
  async function call(
    name: EndpointName,
    { params = {}, query, body, token }: Input = {},
  ): Promise<Answer> {
    const { method } = endpoints[name];
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const response = await fetch(pathFor(endpoints[name], params) + search, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: token }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status } = response;
    const data = read(await response.text());
    expect(differences(name, status, data), 'differences from the OpenAPI document').toBe('');
    return { status, data };
  }

  /** Expects a call to succeed as the table says. Returns the answer in the wire's format. */
  async function succeed<K extends EndpointName>(name: K, input?: Input): Promise<WireOutputOf<K>> {
    const { status, data } = await call(name, input);
    expect(status, JSON.stringify(data)).toBe(endpoints[name].status);
    const parsed = v.safeParse(endpoints[name].response, data);
    expect(parsed.issues ?? []).toEqual([]);
    expect(countEntries(parsed.output), 'entries that could be read').toBe(countEntries(data));
    return data as WireOutputOf<K>;
  }

  /** Expects a call to be refused with exactly this status and, if given, this text. */
  async function refused(name: EndpointName, input: Input, status: number, text?: string) {
    expect(await call(name, input)).toEqual({
      status,
      data: { errors: [text ?? expect.stringMatching(/\S/)] },
    });
  }

  /** Expects a call to be refused because of one field, which the refusal names. */
  async function refusedFor(name: EndpointName, input: Input, field: string) {
    expect(await call(name, input)).toEqual({
      status: 400,
      data: { errors: [expect.stringMatching(new RegExp(`^\\\`${field}\\\`.+\\.`))] },
    });
  }

  /** Signs up a user for one test, so that tests share nothing on any server. Returns the calls with the user's token. */
  async function signUp() {
    const email = freshEmail();
    const body = { name: 'Meera Das', email, password, confirmPassword: password };
    const { encodedToken: token } = await succeed('signup', { body });
    const withToken = (input: Input = {}) => ({ ...input, token });
    return {
      email,
      token,
      call: (name: EndpointName, input?: Input) => call(name, withToken(input)),
      succeed: <K extends EndpointName>(name: K, input?: Input) => succeed(name, withToken(input)),
      refused: (name: EndpointName, input: Input, status: number, text?: string) =>
        refused(name, withToken(input), status, text),
      refusedFor: (name: EndpointName, input: Input, field: string) =>
        refusedFor(name, withToken(input), field),
    };
  }

  /** Returns two different products of the catalogue, in the API's format. */
  async function twoProducts() {
    const [first, second] = (await succeed('listProducts')).products;
    if (!first || !second) throw new Error('the API sells fewer than two products');
    return [first, second] as const;
  }

  return { isMock, call, succeed, refused, refusedFor, signUp, twoProducts };
}
