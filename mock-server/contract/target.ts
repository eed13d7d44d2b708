import { type EndpointName, endpoints, pathFor, type WireOutputOf } from '@patchwork/api';
import axios from 'axios';
import * as v from 'valibot';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Mock, startMock } from '../src/index.ts';

/** An API to hold to the contract, such as 'https://api.example.com'. Without one, the mock. */
export const baseUrl = process.env.CONTRACT_BASE_URL;

/** Starts the mock around a file's tests, unless another API is the target. */
export function openTarget(): void {
  let mock: Mock | undefined;
  beforeAll(async () => {
    if (baseUrl !== undefined) return;
    localStorage.clear();
    mock = await startMock({ delay: 0 });
  });
  afterAll(() => mock?.shutdown());
}

const http = axios.create({
  baseURL: baseUrl ?? '',
  // Another API is called as from a server: the test page's cross-origin rules are not its matter.
  adapter: baseUrl === undefined ? 'fetch' : 'http',
  validateStatus: () => true,
});

export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly token?: string;
}

/** One call as it goes over the wire: nothing is encoded or parsed by the table's schemas. */
export async function call(
  name: EndpointName,
  { params = {}, body, token }: Input = {},
): Promise<{ status: number; data: unknown }> {
  const { status, data } = await http.request<unknown>({
    method: endpoints[name].method,
    url: pathFor(endpoints[name], params),
    ...(body !== undefined && { data: body }),
    ...(token !== undefined && { headers: { authorization: token } }),
  });
  return { status, data };
}

/** A call that has to succeed as the table says; gives the answer as the wire has it. */
export async function succeed<K extends EndpointName>(
  name: K,
  input?: Input,
): Promise<WireOutputOf<K>> {
  const { status, data } = await call(name, input);
  expect(status, JSON.stringify(data)).toBe(endpoints[name].status);
  const parsed = v.safeParse(endpoints[name].response, data);
  expect(parsed.issues ?? []).toEqual([]);
  expect(countEntries(parsed.output), 'entries that could be read').toBe(countEntries(data));
  return data as WireOutputOf<K>;
}

/** The table's schemas leave unreadable entries of a list out, which a server may not count on. */
const countEntries = (answer: unknown): number =>
  Object.values(Object(answer)).filter(Array.isArray).flat().length;

/** A call that has to be refused with exactly this status and text. */
export async function refused(
  name: EndpointName,
  input: Input,
  status: number,
  text?: string,
): Promise<void> {
  const answer = await call(name, input);
  expect(answer).toEqual({
    status,
    data: { errors: [text ?? expect.stringMatching(/\S/)] },
  });
}
