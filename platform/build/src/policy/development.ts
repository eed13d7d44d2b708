import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Rights } from '@patchwork/host';
import * as v from 'valibot';
import { configFields } from './config-fields.ts';
import { findPlace } from './find-place.ts';
import { inScope, ownCode } from './page-code.ts';
import { type HeaderFields, pageHeaders, trustedSources } from './security-headers.ts';
import { describeViolation, violationSchema } from './violations.ts';

/** Address to which a page in development sends what its policy refuses. */
const REPORT_PATH = '/__patchwork/violation';

/** Attribute value that allows the style element of the bundler's error overlay. */
const nonce = randomBytes(16).toString('base64url');

const onThisMachine = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\//;

/** Reads a file of a development server on this machine; of no other, because the address comes from a page. */
async function readHere(address: string): Promise<string | undefined> {
  if (!onThisMachine.test(address)) return undefined;
  const response = await fetch(address).catch(() => undefined);
  return response?.ok ? response.text() : undefined;
}

/** Script in which each worker of a remote begins, in development and in a release. */
const WORKER_START = '/worker.js';

export const isWorkerStart = ({ method, url }: IncomingMessage): boolean =>
  method === 'GET' && url?.replace(/\?.*/s, '') === WORKER_START;

/**
 * Returns the shop's script in which workers begin, with the worker's own script after it, whose address is the query.
 * Otherwise the worker would load its script from another origin, the development server's, and browsers tell nobody
 * what such a script throws.
 */
export async function developmentWorker(
  start: string,
  { url = '' }: IncomingMessage,
): Promise<string> {
  const [, address = ''] = url.split(/\?(.*)/s);
  const name = decodeURIComponent(address);
  const script = await readHere(name);
  if (script === undefined) return start;
  // On one line, so that the lines of the script keep their numbers.
  const withoutScript = `{const load=importScripts;self.importScripts=()=>{self.importScripts=load}}`;
  return `${withoutScript}${start.trim()};${script}\n//# sourceURL=${name}`;
}

/** Returns the script that explains violations, for a page in development. */
export function developmentScript({ isAlone }: { readonly isAlone: boolean }): string {
  const options = JSON.stringify({ nonce, report: REPORT_PATH, isAlone });
  return inScope(
    `const options = ${options};`,
    ownCode('violation-watch'),
    ownCode('development-page'),
  );
}

export interface DevelopmentPage {
  /** Runtime configuration of the shop, with the development servers' origins in `remoteOrigins`. */
  readonly config: unknown;
  readonly rights: Rights;
  readonly html: string;
  /** Whether the remotes' builds put their source maps into evals, as those inside a released shop do. */
  readonly hasEvals?: boolean;
}

/**
 * Returns the headers of a page in development: those of a released page, and what hot reload needs. Any port of this
 * machine is left out, which devtools allow by default: a released remote's API may not be reached that way.
 */
export function developmentHeaders(page: DevelopmentPage): HeaderFields {
  const { config, rights, html, hasEvals = false } = page;
  const strict = strictConfig(config);
  const { 'content-security-policy': policy = '', ...headers } = pageHeaders(
    { config: strict, rights },
    [html],
  );
  const sockets = configFields(strict).remoteOrigins.map((origin) => origin.replace(/^http/, 'ws'));
  const added: Readonly<Record<string, readonly string[]>> = {
    'script-src': hasEvals ? ["'unsafe-eval'"] : [],
    // Where any inline style is allowed, a nonce would forbid those without it.
    'style-src': rights.self?.includes('inline-style') ? [] : [`'nonce-${nonce}'`],
    'connect-src': sockets,
  };
  const relaxed = policy.split('; ').map((directive) => {
    const [name = ''] = directive.split(' ');
    return [directive, ...(added[name] ?? [])].join(' ');
  });
  return { ...headers, 'content-security-policy': relaxed.join('; ') };
}

/** Returns the configuration without origins of overrides that nobody has named. */
function strictConfig(config: unknown): unknown {
  const { devtools } = configFields(config);
  return devtools ? { ...Object(config), devtools: { overrideOrigins: [], ...devtools } } : config;
}

/** Returns what the Trusted Types policy of a page in development allows, as JSON to embed. */
export const developmentTrust = ({ config, rights }: Omit<DevelopmentPage, 'html'>): string =>
  JSON.stringify(
    trustedSources({ config: strictConfig(config), rights }) ?? { scripts: [], html: false },
  );

export const isViolationReport = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && url === REPORT_PATH;

const reportSchema = v.pipe(v.string(), v.parseJson(), violationSchema);

/** Answers a page's report of a violation with a sentence that says where it was and what to do, and prints it once. */
export function createViolationPrinter(print: (line: string) => void) {
  const printed = new Set<string>();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parsed = v.safeParse(reportSchema, await text(request));
    if (!parsed.success) {
      response.writeHead(400).end();
      return;
    }
    const sentence = describeViolation(parsed.output, await findPlace(parsed.output, readHere));
    const line = sentence.charAt(0).toUpperCase() + sentence.slice(1);
    if (!printed.has(line)) print(line);
    printed.add(line);
    response.writeHead(200, { 'content-type': 'text/plain;charset=utf-8' }).end(line);
  };
}
