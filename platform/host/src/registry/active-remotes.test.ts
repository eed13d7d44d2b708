import { expect, test } from 'vitest';
import { releaseOf } from '../testing/remotes.ts';
import { parseActiveRemotes } from './active-remotes.ts';

const remote = releaseOf('1.0.0', {
  routes: [{ page: 'home', path: '/', access: 'open', module: './Home' }],
});

test('a complete document is read as it is', () => {
  const { active, problems } = parseActiveRemotes({ remotes: [remote] });
  expect(problems).toEqual([]);
  expect(active.remotes).toEqual([{ ...remote, fragments: {}, files: {} }]);
});

test.each([
  [{ entry: 'javascript:alert(1)' }, 'mfe-catalog: entry:'],
  [
    { routes: [{ page: 'home', path: 'home', access: 'open', module: './Home' }] },
    'mfe-catalog: routes.0.path:',
  ],
  [
    { routes: [{ page: 'home', path: '/', access: 'public', module: './Home' }] },
    'routes.0.access:',
  ],
  [{ team: '' }, 'mfe-catalog: team:'],
  [{ id: 7 }, 'remote 2: id:'],
])('a remote with %o is left out and named, the others stay', (mistake, message) => {
  const other = { ...remote, id: 'mfe-account', routes: [] };
  const document = { remotes: [other, { ...remote, ...mistake }] };
  const { active, isIncomplete, problems } = parseActiveRemotes(document);
  expect(isIncomplete).toBe(true);
  expect(active.remotes.map(({ id }) => id)).toEqual(['mfe-account']);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(message);
});

test('a remote that is listed twice counts once', () => {
  const { active, isIncomplete, problems } = parseActiveRemotes({ remotes: [remote, remote] });
  expect(isIncomplete).toBe(false);
  expect(active.remotes).toHaveLength(1);
  expect(problems).toEqual(['mfe-catalog: listed twice']);
});

test.each([
  ['route', '/', 'the route / is mfe-catalog’s already'],
  ['page', '/home', 'the page home is mfe-catalog’s already'],
])('a %s that another remote has already can’t be claimed again', (_, path, problem) => {
  const routes = remote.routes.map((route) => ({ ...route, path }));
  const document = { remotes: [remote, { ...remote, id: 'mfe-account', routes }] };
  expect(parseActiveRemotes(document).problems).toEqual([`mfe-account: ${problem}`]);
});

test('several remotes may have a fragment for one slot', () => {
  const fragments = { 'header-search': { module: './HeaderSearch' } };
  const first = { ...remote, fragments };
  const document = { remotes: [first, { ...first, id: 'mfe-account', routes: [] }] };
  expect(parseActiveRemotes(document).problems).toEqual([]);
});

test.each([null, 'text', {}, { remotes: {} }])('%j is not a list of remotes', (document) => {
  expect(() => parseActiveRemotes(document)).toThrow('Unreadable remotes');
});
