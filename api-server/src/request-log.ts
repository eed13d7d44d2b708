import { randomUUID } from 'node:crypto';
import type { EndpointName } from '@patchwork/api';
import type { Metrics } from '@patchwork/metrics';
import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

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
 * Gives each request an id, its caller's or a new one, which its answer has too; writes one line and counts it
 * when it was answered. A line holds no address, path, header or body: those are personal data, or secrets.
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

/** The log for more lines about a request, each with its id. */
export const logOf = (context: Context<RequestEnvironment>): Logger =>
  context.get('log').child({ requestId: context.get('requestId') });
