import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';

interface RequestTrace {
  readonly span: Span;
  readonly tracer: Tracer | undefined;
}

const current = new AsyncLocalStorage<RequestTrace>();

/** `traceparent` header of W3C Trace Context, version 00. An id of zeros is invalid. */
const traceparent = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/;

/**
 * Returns the context in a header; undefined if the header is invalid. The header's flags are ignored: anyone can set
 * them.
 */
function readTraceparent(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId] = traceparent.exec(header ?? '') ?? [];
  return traceId !== undefined && spanId !== undefined
    ? { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true }
    : undefined;
}

const newContext = (): SpanContext => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  traceFlags: TraceFlags.NONE,
});

/**
 * Runs a request within the trace of its `traceparent` header, or within a new trace. Without a tracer, the ids are
 * passed on, and nothing is recorded.
 */
export function traceRequest(
  header: string | undefined,
  tracer: Tracer | undefined,
  run: (span: Span) => Promise<void>,
): Promise<void> {
  const parent = readTraceparent(header);
  const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  const span =
    tracer?.startSpan('request', { kind: SpanKind.SERVER }, context) ??
    trace.wrapSpanContext(parent ?? newContext());
  return current.run({ span, tracer }, () => run(span));
}

/**
 * Runs a statement after appending the request's trace as a comment in the format of sqlcommenter; records a span if
 * there is a tracer. Statements outside of a request stay as they are.
 */
export async function traceStatement<T>(
  statement: string,
  run: (statement: string) => Promise<T>,
): Promise<T> {
  const request = current.getStore();
  if (!request) return run(statement);
  const child = request.tracer?.startSpan(
    /\w+/.exec(statement)?.[0] ?? 'statement',
    {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': statement },
    },
    trace.setSpan(ROOT_CONTEXT, request.span),
  );
  const { traceId, spanId, traceFlags } = (child ?? request.span).spanContext();
  try {
    return await run(`${statement} /*traceparent='00-${traceId}-${spanId}-0${traceFlags}'*/`);
  } catch (error) {
    child?.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    child?.end();
  }
}
