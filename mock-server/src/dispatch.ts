import { type Endpoint, type EndpointName, endpoints } from '@patchwork/api';
import { ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import type { Database } from './database.ts';
import type { Call, Handlers } from './handler.ts';
import { type Refusal, refuse, texts } from './refusal.ts';
import type { UserRow } from './rows.ts';
import { type Directives, failingId } from './sentinels.ts';
import { verifyToken } from './tokens.ts';

/** A request as it arrives: ids decoded, header names in lower case, the body as text. */
export interface WireRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly body: object;
}

export interface Server {
  readonly handlers: Handlers;
  readonly data: Database;
  readonly directives: Directives;
}

/** Answers one request of the table. It never rejects: an unexpected failure is a 500. */
export const dispatch = async (
  server: Server,
  name: EndpointName,
  request: WireRequest,
): Promise<WireAnswer> => {
  try {
    const answer = await run(server, name, request);
    return answer.ok ? { status: endpoints[name].status, body: answer.value } : told(answer.error);
  } catch (cause) {
    console.error(`The mock's handler of ${name} threw:`, cause);
    return told({ status: 500, text: texts.unexpected });
  }
};

const told = ({ status, text }: Refusal): WireAnswer => ({
  status,
  body: status === 500 ? { error: { message: text } } : { errors: [text] },
});

const run = async <K extends EndpointName>(
  { handlers, data, directives }: Server,
  name: K,
  { params, headers, body }: WireRequest,
): Promise<Result<object, Refusal>> => {
  if (directives.fails(name) || Object.values(params).includes(failingId)) {
    return refuse(500, texts.unexpected);
  }
  const endpoint: Endpoint = endpoints[name];
  const parsed = readBody(endpoint, body);
  const isGuarded = endpoint.access === 'login';
  const email = isGuarded ? await verifyToken(headers.authorization ?? '') : undefined;
  // Looked up and changed in one go: of calls at once, none works on what another has changed.
  const user = isGuarded ? whoCalls(email, data) : ok(undefined);
  if (!user.ok) return user;
  if (!parsed.ok) return parsed;
  // The table ties these to the name; the compiler cannot follow a union through the lookup.
  const call = { params, body: parsed.value, user: user.value, data } as unknown as Call<K>;
  return await handlers[name](call);
};

const whoCalls = (email: string | undefined, data: Database): Result<UserRow, Refusal> => {
  if (email === undefined) return refuse(401, texts.invalidToken);
  const user = data.findUser(email);
  return user ? ok(user) : refuse(404, texts.emailUnknown);
};

const readBody = (endpoint: Endpoint, body: string): Result<unknown, Refusal> => {
  if (!endpoint.body) return ok(undefined);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), endpoint.body.schema), body);
  return parsed.success ? ok(parsed.output) : refuse(400, texts.badRequest);
};
