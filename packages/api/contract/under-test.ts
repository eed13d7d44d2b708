import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { expect } from 'vitest';
import { type EndpointName, endpoints, pathFor, type WireOutputOf } from '../src/index.ts';
import { createOpenApi, documentedPath } from '../src/openapi.ts';

// The document is OpenAPI, of which only the schemas inside are JSON Schema. Formats are the table's matter.
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

/** In what an answer differs from the OpenAPI document; empty when it is as documented. */
export function differences(name: EndpointName, status: number, data: unknown): string {
  const schema = `${whereDocumented(name, status)}/content/application~1json/schema`;
  const validate = ajv.getSchema(`openapi#${schema}`);
  if (!validate) throw new Error(`The document has no answer ${status} of ${name}`);
  return validate(data) ? '' : ajv.errorsText(validate.errors);
}

/** An API that the contract is run against: one path of it, '/api/…', requested as fetch does. */
export interface Target {
  /** The mock's alone: it has inputs that make it fail, or that yield a token which has expired. */
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

/** The table's schemas leave unreadable entries of a list out, which a server may not count on. */
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

/** The calls of an API as the tests make them. */
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

  /** A call that has to succeed as the table says; gives the answer as the wire has it. */
  async function succeed<K extends EndpointName>(name: K, input?: Input): Promise<WireOutputOf<K>> {
    const { status, data } = await call(name, input);
    expect(status, JSON.stringify(data)).toBe(endpoints[name].status);
    const parsed = v.safeParse(endpoints[name].response, data);
    expect(parsed.issues ?? []).toEqual([]);
    expect(countEntries(parsed.output), 'entries that could be read').toBe(countEntries(data));
    return data as WireOutputOf<K>;
  }

  /** A call that has to be refused with exactly this status and, where it is given, text. */
  async function refused(name: EndpointName, input: Input, status: number, text?: string) {
    expect(await call(name, input)).toEqual({
      status,
      data: { errors: [text ?? expect.stringMatching(/\S/)] },
    });
  }

  /** A call that has to be refused because of one field, which the refusal names. */
  async function refusedFor(name: EndpointName, input: Input, field: string) {
    expect(await call(name, input)).toEqual({
      status: 400,
      data: { errors: [expect.stringMatching(new RegExp(`^\\\`${field}\\\`.+\\.`))] },
    });
  }

  /** A user of this test's own, so that tests share nothing on any server, and the calls with their token. */
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

  /** Two different products of the catalogue, as the API words them. */
  async function twoProducts() {
    const [first, second] = (await succeed('listProducts')).products;
    if (!first || !second) throw new Error('the API sells fewer than two products');
    return [first, second] as const;
  }

  return { isMock, call, succeed, refused, refusedFor, signUp, twoProducts };
}
