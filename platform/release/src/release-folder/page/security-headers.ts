import { createHash } from 'node:crypto';
import { configFields, isOrigin } from '../config.ts';

/** Origins that Razorpay's checkout needs, from Razorpay's Magento extension (etc/csp_whitelist.xml). */
const razorpay = {
  script: 'https://checkout.razorpay.com',
  cdn: 'https://cdn.razorpay.com',
  frame: 'https://api.razorpay.com',
  connect: ['https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'],
} as const;

/** Any port of this machine. "http:" also allows "https:". */
const thisMachine = ['http://localhost:*', 'http://127.0.0.1:*'];

/** Returns the origin of an absolute URL; none for a path or an invalid URL. */
function originsOf(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { origin } = new URL(address);
  return isOrigin(origin) ? [origin] : [];
}

/**
 * Origins that the runtime configuration allows in addition to the page's own, as sources of a Content-Security-Policy.
 */
interface Sources {
  readonly remotes: readonly string[];
  /** Origins of overrides in a developer's tab. */
  readonly overrides: readonly string[];
  /** Origins of the sockets through which overrides get hot updates. */
  readonly overrideSockets: readonly string[];
  readonly api: readonly string[];
  readonly reports: readonly string[];
  readonly images: readonly string[];
  /** Origins that Razorpay needs; undefined unless payments use it. */
  readonly razorpay:
    | {
        readonly scripts: readonly string[];
        readonly images: readonly string[];
        readonly frames: readonly string[];
        readonly connections: readonly string[];
      }
    | undefined;
}

function sourcesOf(config: unknown): Sources {
  const { apiBaseUrl, payment, devtools, reporting, remoteOrigins, imageOrigins } =
    configFields(config);
  const overrides = devtools ? (devtools.overrideOrigins ?? thisMachine) : [];
  const [script = razorpay.script] = originsOf(payment?.scriptUrl);
  return {
    remotes: remoteOrigins,
    overrides,
    overrideSockets: overrides.map((origin) => origin.replace(/^http/, 'ws')),
    api: originsOf(apiBaseUrl),
    reports: originsOf(reporting?.url),
    images: imageOrigins ?? [],
    razorpay: payment && {
      scripts: [script, razorpay.cdn],
      images: [razorpay.cdn],
      frames: [razorpay.frame],
      connections: razorpay.connect,
    },
  };
}

/** Origins of scripts, in addition to the page's own. */
const scriptSources = ({ remotes, overrides, razorpay: pays }: Sources): string[] => [
  ...remotes,
  ...overrides,
  ...(pays?.scripts ?? []),
];

/**
 * Sources that the page's Trusted Types policy (trust-scripts.ts of the shell) allows in addition to the release's own
 * scripts.
 */
interface TrustedSources {
  readonly scripts: readonly string[];
  /** Whether text may become HTML, which Razorpay's script needs. Scripts in that HTML don't run. */
  readonly html: boolean;
}

/** Returns the sources that a configuration adds; undefined if only the release's own scripts are allowed. */
export function trustedSources(config: unknown): TrustedSources | undefined {
  const sources = sourcesOf(config);
  const scripts = scriptSources(sources);
  return scripts.length > 0 ? { scripts, html: sources.razorpay !== undefined } : undefined;
}

const own = "'self'";

/**
 * Hash of an empty text. Libraries that write styles at run time, such as Emotion, add empty style elements, and rules to
 * them by script, which no policy restricts. An element with text, as HTML could contain, is still refused.
 */
const emptyStyle = `'sha256-${createHash('sha256').digest('base64')}'`;

/**
 * Returns a page's Content-Security-Policy. Kinds of files without a directive are refused: the shop has no media or
 * plugins. Workers are scripts.
 */
function contentSecurityPolicy(sources: Sources, scriptHashes: readonly string[]): string {
  const { remotes, overrides, overrideSockets, api, reports, images, razorpay } = sources;
  const code = [...remotes, ...overrides];
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    ['script-src', own, ...scriptHashes, ...scriptSources(sources)],
    // Razorpay's script adds style elements with text. A hash would make browsers ignore 'unsafe-inline'.
    ['style-src', own, ...code, razorpay ? "'unsafe-inline'" : emptyStyle],
    ['img-src', own, ...code, ...images, ...(razorpay?.images ?? [])],
    ['font-src', own, ...code],
    ['manifest-src', own],
    [
      ...['connect-src', own, ...code, ...overrideSockets, ...api, ...reports],
      ...(razorpay?.connections ?? []),
    ],
    ...(razorpay ? [['frame-src', ...razorpay.frames]] : []),
    ['form-action', own],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'default'],
  ];
  return directives.map((parts) => [...new Set(parts)].join(' ')).join('; ');
}

/** Matches a script element without attributes: the browser runs its text as a script. */
const inlineScript = /<script>(.*?)<\/script>/gs;

/**
 * Returns the hashes of a template's inline scripts for a Content-Security-Policy. A template's hashes fit all its
 * pages, because what a release embeds in a page is never run.
 */
const inlineScriptHashes = (template: string): string[] =>
  [...template.matchAll(inlineScript)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

/** Headers by lower-case name. */
export type HeaderFields = Readonly<Record<string, string>>;

/**
 * Browser features that no page uses, except `payment` with Razorpay. All names are known to Chromium, which logs a
 * warning for others.
 */
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
 * Returns the security headers of a page that was made from one of `templates`. X-Frame-Options is left out: browsers
 * that lack `frame-ancestors` can't run the shop either.
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
    // A bank's page, opened by Razorpay, must be able to reach its opener.
    'cross-origin-opener-policy': razorpay ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(razorpay?.frames ?? []),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(maxAge !== undefined && { 'strict-transport-security': `max-age=${maxAge}` }),
  };
}

/**
 * Headers of every response that is not a page. A file that is opened by itself may do nothing, except that a picture
 * may style itself. Pages of other origins may use the files, because a remote and its shell can have different
 * origins.
 */
export const fileHeaders: HeaderFields = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
