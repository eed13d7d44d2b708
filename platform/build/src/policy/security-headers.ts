import { createHash } from 'node:crypto';
import type { Rights, Use } from '@patchwork/host';
import { type ConfigFields, configFields, isOrigin } from './config-fields.ts';

/** Any port of this machine. "http:" also allows "https:". */
const thisMachine = ['http://localhost:*', 'http://127.0.0.1:*'];

/** Returns the origin of an absolute URL; none for a path or an invalid URL. */
function originsOf(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { origin } = new URL(address);
  return isOrigin(origin) ? [origin] : [];
}

/** What decides a page's policy. */
export interface PolicyOptions {
  /** Runtime configuration. */
  readonly config: unknown;
  /** What the remotes on the page may do in addition. */
  readonly rights: Rights;
  /** Texts of the style elements that the page's HTML may have, in addition to its template's. */
  readonly styles?: readonly string[];
}

/** Origins of code that the configuration allows, in addition to the page's own. */
function codeOrigins({ devtools, remoteOrigins }: ConfigFields) {
  const overrides = devtools ? (devtools.overrideOrigins ?? thisMachine) : [];
  return { remotes: remoteOrigins, overrides };
}

const originsWith = (rights: Rights, use: Use): string[] =>
  Object.entries(rights).flatMap(([origin, uses]) => (uses.includes(use) ? [origin] : []));

const mayItself = (rights: Rights, use: Use): boolean => rights.self?.includes(use) ?? false;

/**
 * Sources that the page's Trusted Types policy (trust-scripts.ts of the host) allows in addition to the release's own
 * scripts.
 */
interface TrustedSources {
  readonly scripts: readonly string[];
  /** Whether text may become HTML. Scripts in that HTML don't run. */
  readonly html: boolean;
}

/** Returns the sources that a page adds; undefined if only the release's own scripts are allowed. */
export function trustedSources({ config, rights }: PolicyOptions): TrustedSources | undefined {
  const { remotes, overrides } = codeOrigins(configFields(config));
  const scripts = [...remotes, ...overrides, ...originsWith(rights, 'script')];
  const html = mayItself(rights, 'html');
  return scripts.length > 0 || html ? { scripts, html } : undefined;
}

const own = "'self'";

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Hash of an empty text. Libraries that write styles at run time, such as Emotion, add empty style elements, and rules to
 * them by script, which no policy restricts. An element with text, as HTML could contain, is still refused.
 */
const emptyStyle = hashOf('');

/**
 * Returns a page's Content-Security-Policy. Kinds of files without a directive are refused: the shop has no media or
 * plugins. Workers are scripts.
 */
function contentSecurityPolicy(
  { config, rights }: PolicyOptions,
  scriptHashes: readonly string[],
  styleHashes: readonly string[],
): string {
  const fields = configFields(config);
  const { remotes, overrides } = codeOrigins(fields);
  const code = [...remotes, ...overrides];
  // Hot updates of overrides come through sockets.
  const sockets = overrides.map((origin) => origin.replace(/^http/, 'ws'));
  const { apiBaseUrl, reporting, imageOrigins = [] } = fields;
  const requested = [...originsOf(apiBaseUrl), ...originsOf(reporting?.url)];
  const frames = originsWith(rights, 'frame');
  const ifMay = (use: Use, source: string) => (mayItself(rights, use) ? [source] : []);
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    [
      ...['script-src', own, ...ifMay('wasm', "'wasm-unsafe-eval'"), ...scriptHashes, ...code],
      ...originsWith(rights, 'script'),
    ],
    // A hash would make browsers ignore 'unsafe-inline'.
    [
      ...['style-src', own, ...code],
      ...(mayItself(rights, 'inline-style') ? ["'unsafe-inline'"] : [emptyStyle, ...styleHashes]),
    ],
    ['img-src', own, ...code, ...imageOrigins, ...originsWith(rights, 'image')],
    ['font-src', own, ...code],
    ['manifest-src', own],
    ['connect-src', own, ...code, ...sockets, ...requested, ...originsWith(rights, 'connect')],
    ...(frames.length > 0 ? [['frame-src', ...frames]] : []),
    ['form-action', own],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'default'],
  ];
  return directives.map((parts) => [...new Set(parts)].join(' ')).join('; ');
}

/** Match elements without attributes, whose text the browser runs as a script, or applies as a style sheet. */
const inlineScript = /<script>(.*?)<\/script>/gs;
const inlineStyle = /<style>(.*?)<\/style>/gs;

/**
 * Returns the hashes of a template's inline scripts or styles for a Content-Security-Policy. A template's hashes fit all
 * its pages: no script that a release embeds in a page is run, and the page's style sheets are known.
 */
const inlineHashes = (template: string, element: RegExp): string[] =>
  [...template.matchAll(element)].map(([, text = '']) => hashOf(text));

/** Headers by lower-case name. */
export type HeaderFields = Readonly<Record<string, string>>;

/**
 * Browser features that no page uses without a right to `payment`. All names are known to Chromium, which logs a
 * warning for others.
 */
const unused = [
  ...['browsing-topics', 'camera', 'display-capture', 'geolocation', 'hid'],
  ...['microphone', 'midi', 'payment', 'serial', 'usb'],
];

function permissionsPolicy(payers: readonly string[]): string {
  const allowed = payers.map((origin) => ` "${origin}"`).join('');
  return unused
    .map((name) => (name === 'payment' && allowed ? `payment=(self${allowed})` : `${name}=()`))
    .join(', ');
}

/**
 * Returns the security headers of a page that was made from one of `templates`. X-Frame-Options is left out: browsers
 * that lack `frame-ancestors` can't run the shop either.
 */
export function pageHeaders(options: PolicyOptions, templates: readonly string[]): HeaderFields {
  const { rights, styles = [] } = options;
  const { hstsMaxAgeSeconds: maxAge } = configFields(options.config);
  return {
    'content-security-policy': contentSecurityPolicy(
      options,
      templates.flatMap((template) => inlineHashes(template, inlineScript)),
      [
        ...templates.flatMap((template) => inlineHashes(template, inlineStyle)),
        ...styles.map(hashOf),
      ],
    ),
    // A window of another origin, such as a bank's, must be able to reach its opener.
    'cross-origin-opener-policy': mayItself(rights, 'popup')
      ? 'same-origin-allow-popups'
      : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(originsWith(rights, 'payment')),
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
