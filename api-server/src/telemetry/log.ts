import { randomUUID } from 'node:crypto';
import { SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { EndpointName } from '@patchwork/api';
import type { Metrics } from '@patchwork/release/metrics';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { Context, MiddlewareHandler } from 'hono';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from '../settings.ts';
import { traceRequest } from './tracing.ts';

interface LoggedError {
  readonly type: string;
  readonly message: string;
  /** SQLSTATE of Postgres, or error code of Node. */
  readonly code?: string;
  readonly constraint?: string;
  /** Stack frames, without the message. */
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const textOf = (error: Error, field: string): string | undefined => {
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : undefined;
};

/** Whether an SQLSTATE belongs to class 22, data exceptions, whose messages quote the value. */
const isOfValue = (code: string | undefined): boolean => /^22...$/.test(code ?? '');

/**
 * Returns an error's message without values. Drizzle's message contains the statement with its parameters, and
 * Postgres's may quote a value.
 */
function safeMessage(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  return isOfValue(textOf(error, 'code')) ? error.message.replace(/".*"/s, '"…"') : error.message;
}

/** Returns the frames of a stack; undefined if they can't be told apart from the message. */
function framesOf({ stack = '', message }: Error): string | undefined {
  const start = stack.indexOf(message);
  const isMessage = /^[\w.]*(?:: )?$/.test(stack.slice(0, Math.max(start, 0)));
  return start >= 0 && isMessage ? stack.slice(start + message.length).trim() : undefined;
}

/**
 * Returns the parts of an error that may be logged. Leaves out a statement's parameters, and the row that Postgres
 * quotes in `detail`: both can contain names, addresses, emails and password hashes.
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

/**
 * Returns why an expected error happened, for a log that has no use for its stack: the message of its first cause, and
 * the code.
 */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = describeError(error);
  if (cause) return reasonOf(Object(error).cause);
  return code === undefined ? message : `${message} (${code})`;
}

/** Creates a log that writes a line of JSON for each message, by default to stdout. */
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

/**
 * A draining server answers everything, but /readyz with a failure, and closes each connection after its answer. A
 * stopping server refuses requests.
 */
export type ServerState = 'open' | 'draining' | 'stopping';

export interface RequestEnvironment {
  Bindings: {
    /** Network address of the client. */
    readonly address?: string | undefined;
    /** State of the server when the request arrived; 'open' by default. */
    readonly state?: ServerState;
    /** Called with work that goes on after the response has begun. A server that stops waits for it. */
    readonly goOn?: (work: Promise<unknown>) => void;
  };
  Variables: {
    log: Logger;
    requestId: string;
    traceId: string;
    endpoint: EndpointName | 'googleFeed' | 'health' | 'openApi' | 'razorpayWebhook';
  };
}

const requestId = /^[\w.:-]{1,100}$/;

/**
 * Returns middleware that gives each request an id, either the client's or a new one, and runs the request in its
 * trace. After the response, the middleware writes one line to the log, and reports the request to `observe`. The line
 * and the request's span contain no network address, path, headers or body, which may be personal or secret.
 */
export const requestLog =
  (
    log: Logger,
    observe?: Metrics['observe'],
    tracer?: Tracer,
  ): MiddlewareHandler<RequestEnvironment> =>
  (context, next) =>
    traceRequest(context.req.header('traceparent'), tracer, async (span) => {
      const start = performance.now();
      const given = context.req.header('x-request-id') ?? '';
      const id = requestId.test(given) ? given : randomUUID();
      context.set('log', log);
      context.set('requestId', id);
      const { traceId } = span.spanContext();
      context.set('traceId', traceId);
      await next();
      const endpoint = context.get('endpoint') ?? 'none';
      const { status } = context.res;
      const milliseconds = performance.now() - start;
      observe?.({ server: 'api', route: endpoint, status, milliseconds });
      const { method } = context.req;
      span.updateName(endpoint);
      span.setAttributes({ 'http.request.method': method, 'http.response.status_code': status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      log.info({
        requestId: id,
        traceId,
        method,
        endpoint,
        status,
        ms: Math.round(milliseconds * 10) / 10,
      });
    });

/** Returns the request's log, whose lines contain the request id and the trace id. */
export const logOf = (context: Context<RequestEnvironment>): Logger =>
  context
    .get('log')
    .child({ requestId: context.get('requestId'), traceId: context.get('traceId') });
