import { cors } from 'hono/cors';

const PREFLIGHT_LIFETIME_SECONDS = 600;

/**
 * The headers of an API: no page of it is ever shown, framed or given a script. A shop on another origin may
 * read what CORS allows.
 */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  // Not of other subdomains, which are not this server's to decide about.
  'strict-transport-security': 'max-age=15552000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Lets pages of these origins call the API. */
export const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'x-xsrf-token', 'x-request-id'],
    exposeHeaders: ['retry-after', 'x-request-id'],
    maxAge: PREFLIGHT_LIFETIME_SECONDS,
  });
