import type { CashTerms, PinCodeEntry } from '@patchwork/domain';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { expect } from 'vitest';
import {
  type EndpointName,
  endpoints,
  pathFor,
  type WireOutputOf,
  type WireProduct,
} from '../src/index.ts';
import { createOpenApi, documentedPath } from '../src/openapi.ts';
import { type Refusal, refusals } from '../src/refusals.ts';
import { otherAddress, sameRequest } from './odd-urls.ts';

// An OpenAPI document is not JSON Schema; only the schemas in it are. Formats are checked by the endpoint table's
// schemas.
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

/** Describes where a response differs from the OpenAPI document; '' if it doesn't. */
export function differences(name: EndpointName, status: number, data: unknown): string {
  const schema = `${whereDocumented(name, status)}/content/application~1json/schema`;
  const validate = ajv.getSchema(`openapi#${schema}`);
  if (!validate) throw new Error(`The document has no answer ${status} of ${name}`);
  return validate(data) ? '' : ajv.errorsText(validate.errors);
}

/** Returns the answer that refuses a call. */
export const answerOf = ({ status, code, text }: Refusal): Answer => ({
  status,
  data: { errors: [text], code },
});

/** A mail to a shopper: its template, and the values in it. */
interface SentMail {
  readonly kind: string;
  readonly data: object;
}

/** A product's pictures, with their files in several widths. */
export type Pictures = Required<Pick<WireProduct, 'sources' | 'pictures'>>;

/** An API to run the contract tests against. `fetch` takes a path such as '/api/products'. */
export interface Target {
  /** Whether the API is the mock, which doesn't implement the rules that the specification lacks. */
  readonly isMock: boolean;
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Logs in an operator, and returns the token. No call of the API can create an operator. */
  readonly operatorToken: () => Promise<string>;
  /** Returns the mails sent to an email, oldest first. Undefined if the mails of this API can't be read. */
  readonly mailsTo?: (email: string) => Promise<readonly SentMail[]>;
  /** Does at once what the API does in the background once a minute. */
  readonly tidyUp?: () => Promise<void>;
  /**
   * Sets a product's title, its pictures with files in several widths, or its style. No open call can do so. Undefined if this
   * API can't be prepared that way.
   */
  readonly storeProduct?: (
    productId: string,
    fields: Pictures | Pick<WireProduct, 'title'> | Pick<WireProduct, 'style' | 'colour'>,
  ) => Promise<void>;
  /** Terms of cash on delivery, with a limit below ten pieces of any product. Undefined if this API offers none. */
  readonly cashTerms?: CashTerms;
  /** Sets the shop's table of PIN codes; `{}` removes it. Undefined if this API can't be prepared that way. */
  readonly setPinCodes?: (pinCodes: Readonly<Record<string, PinCodeEntry>>) => Promise<void>;
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

/** Refusal by every API but the mock. */
export const shortPassword: Refusal = {
  ...{ status: 422, code: 'shortPassword' },
  text: 'Please choose a password of at least 8 characters.',
};

export const unknownId = 'no-such-id';

export const freshEmail = (): string => `contract-${crypto.randomUUID()}@patchwork.example`;

/**
 * Counts the entries of all lists in a response. If parsing lowers the count, some entries are unreadable: the table's
 * schemas drop them, but a server must not send any.
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
export function putUnderTest({ isMock, fetch, operatorToken, ...access }: Target) {
  async function request(method: string, url: string, init: RequestInit = {}) {
    const response = await fetch(url, { ...init, method });
    const allow = response.headers.get('allow');
    const data = read(await response.text());
    return { status: response.status, data, ...(allow !== null && { allow }) };
  }

  /** Expects that an API has nothing at an address. The mock leaves the request unhandled, which Mirage reports. */
  async function refusedAddress(method: string, url: string, init?: RequestInit): Promise<void> {
    const answer = request(method, url, init);
    if (isMock) await expect(answer, url).rejects.toThrow(/^Mirage: Your app tried to /);
    else
      expect(await answer, url).toMatchObject({
        status: 404,
        data: { errors: [expect.stringMatching(/\S/)] },
      });
  }

  /** Takes turns with the forms of URLs, from one call to the next. */
  const nextOf = <T>(forms: Readonly<Record<string, T>>): (() => T) => {
    let turn = 0;
    const all = Object.values(forms);
    return () => all[turn++ % all.length] as T;
  };
  const nextSame = nextOf(sameRequest);
  const nextOther = nextOf(otherAddress);

  /**
   * Sends a raw request: the table's schemas neither encode the body nor parse the response. Its URL has an unusual
   * form; a GET is also sent in the usual one, and the answers must be equal. Before, sends it to a similar address
   * where there is nothing.
   */
  async function call(
    name: EndpointName,
    { params = {}, query, body, token }: Input = {},
  ): Promise<Answer> {
    const { method } = endpoints[name];
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const url = pathFor(endpoints[name], params) + search;
    const init = {
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: token }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    await refusedAddress(method, nextOther()(url), init);
    const odd = nextSame()(url);
    const { status, data } = await request(method, odd, init);
    expect(differences(name, status, data), 'differences from the OpenAPI document').toBe('');
    if (method === 'GET') {
      expect({ status, data }, odd).toEqual(await request(method, url, init));
    }
    return { status, data };
  }

  /** Expects a call to succeed with the table's status. Returns the response as received. */
  async function succeed<K extends EndpointName>(name: K, input?: Input): Promise<WireOutputOf<K>> {
    const { status, data } = await call(name, input);
    expect(status, JSON.stringify(data)).toBe(endpoints[name].status);
    const parsed = v.safeParse(endpoints[name].response, data);
    expect(parsed.issues ?? []).toEqual([]);
    expect(countEntries(parsed.output), 'entries that could be read').toBe(countEntries(data));
    return data as WireOutputOf<K>;
  }

  /** Expects a call to be refused: with its status, its code and its text. */
  async function refused(name: EndpointName, input: Input, refusal: Refusal) {
    expect(await call(name, input)).toEqual(answerOf(refusal));
  }

  /** Expects a call to be refused because of one field, which the refusal names. */
  async function refusedFor(name: EndpointName, input: Input, field: string) {
    expect(await call(name, input)).toEqual({
      status: 400,
      data: {
        errors: [expect.stringMatching(new RegExp(`^\\\`${field}\\\`.+\\.`))],
        code: refusals.badRequest.code,
      },
    });
  }

  /** Returns the functions above, for calls with this token. */
  function withToken(token: string) {
    const add = (input: Input = {}) => ({ ...input, token });
    return {
      token,
      call: (name: EndpointName, input?: Input) => call(name, add(input)),
      succeed: <K extends EndpointName>(name: K, input?: Input) => succeed(name, add(input)),
      refused: (name: EndpointName, input: Input, refusal: Refusal) =>
        refused(name, add(input), refusal),
      refusedFor: (name: EndpointName, input: Input, field: string) =>
        refusedFor(name, add(input), field),
    };
  }

  /**
   * Signs up a new user, so that tests on one server don't affect each other. Returns calls that carry the user's
   * token.
   */
  async function signUp(fields: object = {}) {
    const email = freshEmail();
    const body = { name: 'Meera Das', email, password, confirmPassword: password, ...fields };
    const { encodedToken } = await succeed('signup', { body });
    return { email, ...withToken(encodedToken) };
  }

  /** Logs in an operator. Returns calls that carry the operator's token. */
  const operator = async () => withToken(await operatorToken());

  /** Returns two different products of the catalogue, in the API's format. */
  async function twoProducts() {
    const [first, second] = (await succeed('listProducts')).products;
    if (!first || !second) throw new Error('the API sells fewer than two products');
    return [first, second] as const;
  }

  return {
    ...access,
    ...{ isMock, request, refusedAddress, call, succeed, refused, refusedFor },
    ...{ signUp, operator, twoProducts },
  };
}
