import { configFields } from '../folder/config-fields.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { inlineScriptHashes } from './inline-scripts.ts';
import { sourcesOf } from './sources.ts';

/** Header names in lower case, with their values. */
export type HeaderFields = Readonly<Record<string, string>>;

/** What no page of the shop asks a browser for. Those that Chromium does not know would be a warning. */
const unused = [
  ...['browsing-topics', 'camera', 'display-capture', 'geolocation', 'hid'],
  ...['microphone', 'midi', 'payment', 'serial', 'usb'],
];

function permissionsPolicy(frames: readonly string[]): string {
  const allowed = frames.map((frame) => ` "${frame}"`).join('');
  return unused
    .map((name) => (name === 'payment' && allowed ? `payment=(self${allowed})` : `${name}=()`))
    .join(', ');
}

/**
 * The headers that restrict what a page may do, and what others may do with it. It is made from one of
 * the shell's templates. An old browser without `frame-ancestors` can't run the shop either, so there is no X-Frame-Options.
 */
export function pageHeaders(config: unknown, templates: readonly string[]): HeaderFields {
  const sources = sourcesOf(config);
  const { razorpay } = sources;
  const { hstsMaxAgeSeconds: maxAge } = configFields(config);
  return {
    'content-security-policy': contentSecurityPolicy(
      sources,
      templates.flatMap(inlineScriptHashes),
    ),
    // A bank's page that Razorpay opens has to reach the window that opened it.
    'cross-origin-opener-policy': razorpay ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(razorpay?.frames ?? []),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(maxAge !== undefined && { 'strict-transport-security': `max-age=${maxAge}` }),
  };
}

/**
 * Of everything that is no page: opened by itself it does nothing. Pictures may style themselves, and
 * pages of other origins may use a file: a remote can be on another origin than its shell.
 */
export const fileHeaders: HeaderFields = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
