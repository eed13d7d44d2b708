import { randomUUID } from 'node:crypto';
import type { EndpointName } from '@patchwork/api';
import type { Metrics } from '@patchwork/metrics';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { Context, MiddlewareHandler } from 'hono';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from './settings.ts';

/** Fields of an error that a log may hold. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  /** SQLSTATE of Postgres, or a code of Node. */
  readonly code?: string;
  readonly constraint?: string;
  /** The lines of the stack below its message. */
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const textOf = (error: Error, field: string): string | undefined => {
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : undefined;
};

/** Whether an SQLSTATE is of the class of values that do not fit their type: the message quotes the value. */
const isOfValue = (code: string | undefined): boolean => /^22...$/.test(code ?? '');

/**
 * Returns an error's message without values: Drizzle's has the statement and its parameters, and that of Postgres may
 * quote one.
 */
function safeMessage(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  return isOfValue(textOf(error, 'code')) ? error.message.replace(/".*"/s, '"…"') : error.message;
}

/** Returns the lines of a stack below the message that it begins with; undefined if the two can't be told apart. */
function framesOf({ stack = '', message }: Error): string | undefined {
  const start = stack.indexOf(message);
  const isMessage = /^[\w.]*(?:: )?$/.test(stack.slice(0, Math.max(start, 0)));
  return start >= 0 && isMessage ? stack.slice(start + message.length).trim() : undefined;
}

/**
 * Returns the parts of an error that a log may hold: neither a statement's parameters nor the row that Postgres quotes
 * in `detail`. Both hold names, addresses, emails and hashes of passwords.
 */
export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error was thrown' };
  const code = textOf(error, 'code');
  const constraint = textOf(error, 'constraint');
  const stack = framesOf(error);
  return {
    type: error.name,
    message: safeMessage(error),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(stack !== undefined && { stack }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** Creates a log that writes one line of JSON for each message, by default to the standard output. */
export const createLog = (level: Settings['logLevel'], output?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    output,
  );

export interface RequestEnvironment {
  /** The network address of the connection. */
  Bindings: { readonly address?: string | undefined };
  Variables: {
    log: Logger;
    requestId: string;
    endpoint: EndpointName | 'health' | 'openApi' | 'razorpayWebhook';
  };
}

const requestId = /^[\w.:-]{1,100}$/;

/**
 * Gives each request an id, its caller's or a new one, which its answer has too. Once the request is answered, writes
 * one line and counts it. A line holds no address, path, header or body: those are personal data, or secrets.
 */
export const requestLog =
  (log: Logger, observe?: Metrics['observe']): MiddlewareHandler<RequestEnvironment> =>
  async (context, next) => {
    const start = performance.now();
    const given = context.req.header('x-request-id') ?? '';
    const id = requestId.test(given) ? given : randomUUID();
    context.set('log', log);
    context.set('requestId', id);
    await next();
    const endpoint = context.get('endpoint') ?? 'none';
    const { status } = context.res;
    const milliseconds = performance.now() - start;
    observe?.({ server: 'api', route: endpoint, status, milliseconds });
    log.info({
      requestId: id,
      method: context.req.method,
      endpoint,
      status,
      ms: Math.round(milliseconds * 10) / 10,
    });
  };

/** Returns the log for further lines about a request, each with its id. */
export const logOf = (context: Context<RequestEnvironment>): Logger =>
  context.get('log').child({ requestId: context.get('requestId') });
