import { type Endpoint, type EndpointName, endpoints, pathFor } from '@patchwork/api';
import { ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import type { Failure } from '../control/control.ts';
import type { CallRules } from '../control/create-control.ts';
import { type Directives, failingId } from '../control/sentinels.ts';
import type { Data } from '../data/database.ts';
import type { UserRow } from '../data/rows.ts';
import { type ApiFailure, refuse, texts } from './errors.ts';
import type { Call, Handlers } from './handler.ts';
import { verifyToken } from './tokens.ts';

/** A request as it arrives: ids decoded, header names in lower case, the body as text. */
export interface WireRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WireResponse {
  /** 0: no answer at all, as XMLHttpRequest has it. */
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Server {
  readonly handlers: Handlers;
  readonly data: Data;
  readonly directives: Directives;
  readonly rules: CallRules;
}

/** Answers one request of the table. It never rejects: an unexpected failure is a 500. */
export async function dispatch(
  server: Server,
  name: EndpointName,
  request: WireRequest,
): Promise<WireResponse> {
  const failure = server.rules.failureOf(name);
  if (failure) return failOnPurpose(name, failure);
  try {
    const answer = await run(server, name, request);
    return answer.ok ? { status: endpoints[name].status, body: answer.value } : told(answer.error);
  } catch (cause) {
    console.error(`The mock's handler of ${name} threw:`, cause);
    return told({ status: 500, text: texts.unexpected });
  }
}

/** The header tells it from a failure that happened. */
const failOnPurpose = (name: EndpointName, { as }: Failure): WireResponse =>
  as === 'network'
    ? { status: 0, body: {} }
    : {
        ...told({ status: as, text: `The mock fails ${name} on purpose.` }),
        headers: { 'x-mock-failure': name },
      };

const told = ({
  status,
  text,
}: Pick<ApiFailure, 'text'> & { readonly status: number }): WireResponse => ({
  status,
  body: status === 500 ? { error: { message: text } } : { errors: [text] },
});

async function run<K extends EndpointName>(
  { handlers, data, directives, rules }: Server,
  name: K,
  { params, headers, body }: WireRequest,
): Promise<Result<object, ApiFailure>> {
  if (directives.fails(name) || Object.values(params).includes(failingId)) {
    return refuse(500, texts.unexpected);
  }
  const endpoint: Endpoint = endpoints[name];
  const parsed = readBody(endpoint, body);
  const isGuarded = endpoint.access === 'login';
  const email = isGuarded
    ? await verifyToken(headers.authorization ?? '', rules.sessionsEndedAt())
    : undefined;
  // Looked up and changed in one go: of calls at once, none works on what another has changed.
  const user = isGuarded ? whoCalls(email, data) : ok(undefined);
  if (!user.ok) return user;
  if (!parsed.ok) return parsed;
  const noticed: Data = {
    ...data,
    saveUser: (changed) => {
      data.saveUser(changed);
      rules.recordChange(`${endpoint.method} ${pathFor(endpoint, params)}`);
    },
  };
  // The table ties these to the name; the compiler cannot follow a union through the lookup.
  const call = {
    params,
    body: parsed.value,
    user: user.value,
    data: noticed,
  } as unknown as Call<K>;
  return await handlers[name](call);
}

function whoCalls(email: string | undefined, data: Data): Result<UserRow, ApiFailure> {
  if (email === undefined) return refuse(401, texts.invalidToken);
  const user = data.findUser(email);
  return user ? ok(user) : refuse(404, texts.emailUnknown);
}

function readBody(endpoint: Endpoint, body: string): Result<unknown, ApiFailure> {
  if (!endpoint.body) return ok(undefined);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), endpoint.body.schema), body);
  return parsed.success ? ok(parsed.output) : refuse(400, texts.badRequest);
}
