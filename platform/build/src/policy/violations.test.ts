import { expect, test } from 'vitest';
import { describeViolation, remedyOf, type Violation } from './violations.ts';

const violation = (directive: string, blocked: string, sample = ''): Violation => ({
  ...{ directive, blocked, sample },
  ...{ file: '', line: 0, column: 0, element: '' },
});

test.each([
  ['script-src', 'wasm-eval', '"rights": { "self": ["wasm"] }'],
  ['script-src', 'eval', 'take a function instead of eval'],
  ['img-src', 'data', 'use remoteConfig of @patchwork/build'],
  ['font-src', 'data:font/woff2;base64,AA', 'use remoteConfig of @patchwork/build'],
  ['img-src', 'blob', 'on a <canvas>'],
  ['img-src', 'https://p.example/a.png', '"rights": { "https://p.example": ["image"] }'],
  ['style-src-elem', 'inline', 'into a .css or .module.css file'],
  ['style-src-attr', 'inline', 'React’s style'],
  ['style-src-elem', 'https://fonts.example/a.css', 'Put the file into the remote'],
  ['script-src-elem', 'inline', 'onClick'],
  ['script-src-attr', 'inline', 'onClick'],
  ['script-src-elem', 'https://a.example/a.js', '"rights": { "https://a.example": ["script"] }'],
  [
    'connect-src',
    'https://api.example/graphql',
    '"rights": { "https://api.example": ["connect"] }',
  ],
  ['connect-src', 'wss://api.example/', '"rights": { "wss://api.example": ["connect"] }'],
  ['connect-src', 'data', 'without fetch'],
  ['frame-src', 'https://map.example/', '"rights": { "https://map.example": ["frame"] }'],
  ['worker-src', 'blob', 'new Worker(new URL('],
  ['form-action', 'https://a.example/', 'onSubmit'],
  ['media-src', 'https://a.example/a.mp4', 'No page may load or do that'],
])('what %s refuses (%s) has its own remedy', (directive, blocked, remedy) => {
  expect(remedyOf(violation(directive, blocked))).toContain(remedy);
});

test.each([
  ['Element innerHTML|<b>x</b>', 'No text becomes HTML'],
  ['Function|(a) {', 'take a function instead of eval'],
  ['HTMLScriptElement src|https://a.example/a.js', 'load them by import()'],
])('a text that Trusted Types refuse (%s) has its own remedy', (sample, remedy) => {
  const refused = violation('require-trusted-types-for', 'trusted-types-sink', sample);
  expect(remedyOf(refused)).toContain(remedy);
});

test('the sentence names directive, origin, place and remedy', () => {
  const refused = violation('connect-src', 'https://api.example/graphql?token=secret');
  expect(describeViolation(refused, { name: 'src/Lab.tsx:12', excerpt: 'await fetch(u)' })).toBe(
    'the page’s policy (connect-src) refuses https://api.example at src/Lab.tsx:12 (“await fetch(u)”). Ask for it in remote.json, "rights": { "https://api.example": ["connect"] }; the shop grants it under "rights" of its config.json.',
  );
});

test('without a place, the sentence names the element', () => {
  const refused = { ...violation('img-src', 'data'), element: '<img class="dot" alt="">' };
  expect(describeViolation(refused, undefined)).toContain(
    'data: addresses of <img class="dot" alt="">.',
  );
});
