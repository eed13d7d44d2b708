import { createHash } from 'node:crypto';
import { configFields, isOrigin } from '../folder/config.ts';

/** Origins that Razorpay's checkout uses, as its own extension for Magento lists them (etc/csp_whitelist.xml). */
const razorpay = {
  script: 'https://checkout.razorpay.com',
  cdn: 'https://cdn.razorpay.com',
  frame: 'https://api.razorpay.com',
  connect: ['https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'],
} as const;

/** Any port of the developer's own machine; "http:" stands for "https:" too. */
const thisMachine = ['http://localhost:*', 'http://127.0.0.1:*'];

/** The origin of an absolute address; none for a path or an invalid address. */
function originsOf(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { origin } = new URL(address);
  return isOrigin(origin) ? [origin] : [];
}

/**
 * Origins that the runtime configuration lets a page use besides its own, as the sources of a Content-Security-Policy.
 */
interface Sources {
  readonly remotes: readonly string[];
  /** Origins that a developer's tab may take remotes from, and the sockets that report changes of these. */
  readonly overrides: readonly string[];
  readonly overrideSockets: readonly string[];
  readonly api: readonly string[];
  readonly reports: readonly string[];
  readonly images: readonly string[];
  /** Undefined unless shoppers pay through Razorpay. */
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

/** Origins that scripts may come from, besides the page's own. */
const scriptSources = ({ remotes, overrides, razorpay: pays }: Sources): string[] => [
  ...remotes,
  ...overrides,
  ...(pays?.scripts ?? []),
];

/**
 * Sources that the page's Trusted Types policy (trust-scripts.ts of the shell) accepts besides the release's own
 * scripts.
 */
interface TrustedSources {
  readonly scripts: readonly string[];
  /** Whether texts may become HTML, which Razorpay's script needs. Scripts in it still don't run. */
  readonly html: boolean;
}

/** Returns the sources that a configuration adds; undefined if only the release's own scripts are accepted. */
export function trustedSources(config: unknown): TrustedSources | undefined {
  const sources = sourcesOf(config);
  const scripts = scriptSources(sources);
  return scripts.length > 0 ? { scripts, html: sources.razorpay !== undefined } : undefined;
}

const own = "'self'";

/**
 * The Content-Security-Policy of a page. A kind of file that is not named is refused, so there is no directive for
 * workers, media or plugins: the shop has none.
 */
function contentSecurityPolicy(sources: Sources, scriptHashes: readonly string[]): string {
  const { remotes, overrides, overrideSockets, api, reports, images, razorpay } = sources;
  const code = [...remotes, ...overrides];
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    ['script-src', own, ...scriptHashes, ...scriptSources(sources)],
    // Razorpay's script adds style elements to the page.
    ['style-src', own, ...code, ...(razorpay ? ["'unsafe-inline'"] : [])],
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

/** A script element that names no file and no type, so that the browser runs its text. */
const inlineScript = /<script>(.*?)<\/script>/gs;

/**
 * Hashes of a template's inline scripts, as a Content-Security-Policy names them. They are the template's, not a page's,
 * because nothing that a release writes into a page is run.
 */
const inlineScriptHashes = (template: string): string[] =>
  [...template.matchAll(inlineScript)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

/** Header names in lower case, with their values. */
export type HeaderFields = Readonly<Record<string, string>>;

/** Features of a browser that no page of the shop uses. Chromium would log a warning for one that it does not know. */
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
 * Returns the headers that restrict what a page, made from one of `templates`, may do, and what others may do with it.
 * There is no X-Frame-Options: an old browser without `frame-ancestors` can't run the shop either.
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
    // A bank's page that Razorpay opens must be able to reach the window that opened it.
    'cross-origin-opener-policy': razorpay ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(razorpay?.frames ?? []),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(maxAge !== undefined && { 'strict-transport-security': `max-age=${maxAge}` }),
  };
}

/**
 * Headers of every response that is not a page. Opened by itself, a file does nothing, but a picture may style itself.
 * Pages of other origins may use it, as a remote and its shell can be on different origins.
 */
export const fileHeaders: HeaderFields = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
