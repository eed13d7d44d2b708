import { parseActiveRemotes } from '@patchwork/federation';
import { afterEach, expect, test, vi } from 'vitest';
import { captureStack, initiatorOf } from './initiator.ts';

const remote = (id: string, entry: string) => ({
  id,
  team: id,
  version: '1.0.0',
  entry,
  routes: [],
});

const { active } = parseActiveRemotes({
  remotes: [
    remote('mfe-catalog', '/remotes/mfe-catalog/1.0.0-ab12/remoteEntry.js'),
    remote('mfe-cat', '/remotes/mfe-cat/1.0.0/remoteEntry.js'),
    remote('mfe-account', 'http://localhost:3002/remoteEntry.js'),
  ],
});

vi.stubGlobal('location', new URL('https://shop.example/productlist?search=a'));

const who = (stack: string) => initiatorOf(stack, active.remotes);

const v8 = `Error
    at captureStack (https://shop.example/static/js/index.1.js:1:200)
    at Object.addToCart (https://shop.example/static/js/index.1.js:1:100)
    at onClick (https://shop.example/remotes/mfe-catalog/1.0.0-ab12/static/js/Home.2.js:1:5)
    at async https://shop.example/static/js/lib-react.3.js:1:9`;

const firefox = `captureStack@https://shop.example/static/js/index.1.js:1:200
async*addToCart@https://shop.example/static/js/index.1.js:1:100
onClick@http://localhost:3002/static/js/Login.2.js:1:5
@https://shop.example/static/js/lib-react.3.js:1:9
`;

const safari = `captureStack@https://shop.example/static/js/index.1.js:1:200
https://shop.example/remotes/mfe-cat/1.0.0/static/js/Home.2.js:1:5
[native code]
dispatch@https://shop.example/static/js/lib-react.3.js:1:9`;

test.each([
  ['V8’s', v8, 'mfe-catalog'],
  ['Firefox’s, of a remote that comes from another origin', firefox, 'mfe-account'],
  ['Safari’s, with a frame that has no name', safari, 'mfe-cat'],
])('the remote is found in a stack of %s', (_, stack, id) => {
  expect(who(stack)).toBe(id);
});

test('of two remotes the topmost one is named', () => {
  expect(
    who(`Error
    at save (http://localhost:3002/static/js/Profile.js:1:1)
    at onClick (https://shop.example/remotes/mfe-catalog/1.0.0-ab12/static/js/Home.2.js:1:5)`),
  ).toBe('mfe-account');
});

test.each([
  ['the shell’s frames alone', 'Error\n    at https://shop.example/static/js/index.1.js:1:200'],
  ['another version of a remote', 'at a (https://shop.example/remotes/mfe-cat/2.0.0/a.js:1:1)'],
  ['a folder that begins alike', 'at a (https://shop.example/remotes/mfe-cats/1.0.0/a.js:1:1)'],
  ['an extension', '@moz-extension://5d1c/content.js:1:1'],
  ['no stack', ''],
])('%s: the shell', (_, stack) => {
  expect(who(stack)).toBe('shell');
});

test('a remote at the page’s root takes nothing from the shell', () => {
  const alone = active.remotes.map((each) => ({ ...each, entry: '/' }));
  expect(initiatorOf(v8, alone)).toBe('shell');
});

const limit = Error.stackTraceLimit;
afterEach(() => {
  Error.stackTraceLimit = limit;
});

test('more than V8’s ten frames are captured, without changing the limit for others', () => {
  Error.stackTraceLimit = 10;
  const dive = (depth: number): string => (depth === 0 ? captureStack() : dive(depth - 1));
  function remoteHandler() {
    return dive(30);
  }
  expect(remoteHandler()).toContain('remoteHandler');
  expect(Error.stackTraceLimit).toBe(10);
});
