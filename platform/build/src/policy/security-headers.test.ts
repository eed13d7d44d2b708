import { createHash } from 'node:crypto';
import type { Rights } from '@patchwork/host';
import { expect, test } from 'vitest';
import { pageHeaders, trustedSources } from './security-headers.ts';

const template = '<head><!-- patchwork:documents --><script>start()</script></head>';

interface Inputs {
  readonly config?: unknown;
  readonly rights?: Rights;
  readonly templates?: readonly string[];
  readonly styles?: readonly string[];
}

const policyOf = ({ config = {}, rights = {}, templates = [template], styles }: Inputs = {}) => ({
  headers: pageHeaders({ config, rights, ...(styles && { styles }) }, templates),
  trusted: trustedSources({ config, rights }),
});

/** Returns the sources of the policy, by directive. */
function directivesOf(inputs: Inputs = {}): Record<string, string> {
  const csp = policyOf(inputs).headers['content-security-policy'] ?? '';
  return Object.fromEntries(
    csp.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

/** Of the empty text: style elements may be empty, and get their rules by script. */
const empty = `'sha256-${createHash('sha256').update('').digest('base64')}'`;

const hash = `'sha256-${createHash('sha256').update('start()').digest('base64')}'`;

test('a shop on its own needs its own origin and the hash of its inline script', () => {
  expect(directivesOf()).toEqual({
    'default-src': "'none'",
    'script-src': `'self' ${hash}`,
    'style-src': `'self' ${empty}`,
    'img-src': "'self'",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
  });
  expect(policyOf().trusted).toBeUndefined();
});

test('a script of a type that no browser runs, or from a file, has no hash', () => {
  const files = '<script type="application/json">{}</script><script src="/static/a.js"></script>';
  expect(directivesOf({ templates: [files] })['script-src']).toBe("'self'");
});

test('a page’s style sheets have hashes, unless the page may have any styles', () => {
  const [frame, page] = ['body{}', 'h1{}'];
  const templates = [`<style>${frame}</style><style media="print">p{}</style>`];
  const hashes = [frame, page].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  const given = { templates, styles: [page] };
  expect(directivesOf(given)['style-src']).toBe(`'self' ${[empty, ...hashes].join(' ')}`);
  const rights = { self: ['inline-style'] } as const;
  expect(directivesOf({ ...given, rights })['style-src']).toBe("'self' 'unsafe-inline'");
});

test('an earlier template, whose page may still be sent, has its hash too', () => {
  const before = template.replace('start()', 'begin()');
  const both = directivesOf({ templates: [template, before, template] })['script-src'];
  expect(both?.split(' ')).toHaveLength(3);
});

test('remotes on other origins are code, with styles, fonts, pictures and data of their own', () => {
  const config = { remoteOrigins: ['https://cdn.example'] };
  const directives = directivesOf({ config });
  expect(directives['script-src']).toBe(`'self' ${hash} https://cdn.example`);
  expect(directives['style-src']).toBe(`'self' https://cdn.example ${empty}`);
  for (const name of ['img-src', 'font-src', 'connect-src']) {
    expect(directives[name], name).toBe("'self' https://cdn.example");
  }
  expect(policyOf({ config }).trusted).toEqual({ scripts: ['https://cdn.example'], html: false });
});

test.each([
  ['connect-src', { apiBaseUrl: 'https://api.example/v1/' }, 'https://api.example'],
  ['connect-src', { reporting: { url: 'https://r.example/in?a' } }, 'https://r.example'],
  ['img-src', { imageOrigins: ['https://pictures.example'] }, 'https://pictures.example'],
])('%s lists the origin of %j', (directive, config, source) => {
  const { [directive]: sources, ...others } = directivesOf({ config });
  const { [directive]: _before, ...othersBefore } = directivesOf();
  expect(sources).toBe(`'self' ${source}`);
  expect(others).toEqual(othersBefore);
});

test.each([
  { apiBaseUrl: '/' },
  { reporting: { url: '/reports' } },
  { rights: { 'mfe-lab': { self: ['wasm'] } } },
  { hstsMaxAgeSeconds: 1 },
])('a configuration that names no other origin changes nothing: %j', (config) => {
  expect(directivesOf({ config })).toEqual(directivesOf());
});

test('devtools may take remotes from any port of this machine, with the sockets of hot reload', () => {
  const machine = 'http://localhost:* http://127.0.0.1:*';
  const directives = directivesOf({ config: { devtools: {} } });
  expect(directives['script-src']).toBe(`'self' ${hash} ${machine}`);
  expect(directives['style-src']).toBe(`'self' ${machine} ${empty}`);
  expect(directives['connect-src']).toBe(`'self' ${machine} ${machine.replaceAll('http:', 'ws:')}`);
});

test('devtools may take remotes from the configured origins alone', () => {
  const devtools = { overrideOrigins: ['https://preview.example'] };
  const directives = directivesOf({ config: { devtools } });
  expect(directives['script-src']).toBe(`'self' ${hash} https://preview.example`);
  expect(directives['connect-src']).toBe("'self' https://preview.example wss://preview.example");
  expect(directivesOf({ config: { devtools: { overrideOrigins: [] } } })).toEqual(directivesOf());
});

test.each<[string, Rights, Record<string, string>]>([
  [
    'compile WebAssembly',
    { self: ['wasm'] },
    { 'script-src': `'self' 'wasm-unsafe-eval' ${hash}` },
  ],
  [
    'request another origin, and open a socket there',
    { 'https://api.example': ['connect'], 'wss://api.example': ['connect'] },
    { 'connect-src': "'self' https://api.example wss://api.example" },
  ],
  [
    'run a script of another origin',
    { 'https://pay.example': ['script'] },
    { 'script-src': `'self' ${hash} https://pay.example` },
  ],
  [
    'show its pictures',
    { 'https://a.example': ['image'] },
    { 'img-src': "'self' https://a.example" },
  ],
  ['show its frame', { 'https://a.example': ['frame'] }, { 'frame-src': 'https://a.example' }],
  ['write styles', { self: ['inline-style'] }, { 'style-src': "'self' 'unsafe-inline'" }],
])('a page that may %s has that in its policy, and nothing else', (_what, rights, changed) => {
  expect(directivesOf({ rights })).toEqual({ ...directivesOf(), ...changed });
});

test('rights to HTML from text, to windows of others and to their payment are in other headers', () => {
  const rights: Rights = {
    self: ['html', 'popup'],
    'https://pay.example': ['payment', 'script'],
  };
  const { headers, trusted } = policyOf({ rights });
  expect(trusted).toEqual({ scripts: ['https://pay.example'], html: true });
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  expect(headers['permissions-policy']).toContain('payment=(self "https://pay.example")');
});

test('browsers are told to use only https if it is configured', () => {
  const name = 'strict-transport-security';
  expect(policyOf().headers[name]).toBeUndefined();
  expect(policyOf({ config: { hstsMaxAgeSeconds: 31_536_000 } }).headers[name]).toBe(
    'max-age=31536000',
  );
});

test.each([
  { imageOrigins: ["https://a.example; script-src 'unsafe-inline'"] },
  { imageOrigins: ['https://a;script-src'] },
  { imageOrigins: ['https://*.example'] },
  { remoteOrigins: ['https://a;script-src'] },
  { remoteOrigins: ['*'] },
  { imageOrigins: ['https://a.example\r\nset-cookie: a=b'] },
  { apiBaseUrl: 'https://a;script-src' },
  { apiBaseUrl: 'javascript:alert(1)' },
  { reporting: { url: "https://a'unsafe-inline'/" } },
  { devtools: { overrideOrigins: 'https://a.example' } },
  { hstsMaxAgeSeconds: '1; includeSubDomains' },
  'no object',
  null,
])('a value that the page refuses is not in the policy: %j', (config) => {
  expect(policyOf({ config })).toEqual(policyOf());
});
