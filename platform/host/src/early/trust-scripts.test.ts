// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trustScripts } from './trust-scripts.ts';

type Rules = Readonly<Record<string, (text: string) => string>>;

beforeEach(() => {
  location.href = 'https://shop.example/productlist/shirt';
});

afterEach(() => {
  document.body.innerHTML = '';
});

/** Returns the rules of the policy that a page makes from what its release wrote into it. */
function rulesOf(trusted?: object): Rules {
  const createPolicy = vi.fn<(name: string, rules: Rules) => void>();
  vi.stubGlobal('trustedTypes', { createPolicy });
  if (trusted) {
    document.body.innerHTML = `<script type="application/json" id="patchwork-trusted">${JSON.stringify(trusted)}</script>`;
  }
  trustScripts();
  const [[name, rules] = []] = createPolicy.mock.calls;
  expect(name).toBe('default');
  return rules ?? {};
}

const machine = { scripts: ['http://localhost:*', 'https://cdn.example'], html: false };

test.each([
  '/static/js/index.1.js',
  'https://shop.example/remotes/mfe-catalog/1.0.0/remoteEntry.js',
  '/worker.js#https%3A%2F%2Fcdn.example%2Fw.js',
  'https://cdn.example/any.js',
  'http://localhost:3001/remoteEntry.js',
  'https://localhost:3001/remoteEntry.js',
  'http://localhost/remoteEntry.js',
])('the address of a script passes as it is: %s', (address) => {
  expect(rulesOf(machine).createScriptURL?.(address)).toBe(address);
});

test.each([
  'https://evil.example/static/js/index.js',
  'https://shop.example.evil.example/static/a.js',
  'http://shop.example/static/a.js',
  'https://shop.example@evil.example/static/a.js',
  '//evil.example/static/a.js',
  '\\\\evil.example\\static\\a.js',
  '/images/shirt.svg',
  '/images/worker.js',
  '/static/../images/shirt.svg',
  '/static/%2e%2e/registry.json',
  'a.js',
  'https://cdn.example.evil.example/a.js',
  'https://cdn.example:8443/a.js',
  'http://cdn.example/a.js',
  'http://localhost.evil.example/a.js',
  'http://127.0.0.1:3001/a.js',
  'data:text/javascript,alert(1)',
  'blob:https://shop.example/1b4e28ba',
  'javascript:alert(1)',
  'https://',
])('any other address of a script is refused: %s', (address) => {
  expect(() => rulesOf(machine).createScriptURL?.(address)).toThrow(TypeError);
});

test('the refusal says which script, and where to read more', () => {
  expect(() => rulesOf().createScriptURL?.('https://evil.example/a.js')).toThrow(
    'The shop runs no script from https://evil.example/a.js: see docs/security.md',
  );
});

test('no text becomes a script, and none becomes HTML unless Razorpay is used', () => {
  expect(Object.keys(rulesOf())).toEqual(['createScriptURL']);
  const rules = rulesOf({ scripts: ['https://checkout.razorpay.com'], html: true });
  expect(Object.keys(rules)).toEqual(['createScriptURL', 'createHTML']);
  expect(rules.createHTML?.('<p>')).toBe('<p>');
});

test('a browser without Trusted Types starts as before', () => {
  expect(() => trustScripts()).not.toThrow();
});
