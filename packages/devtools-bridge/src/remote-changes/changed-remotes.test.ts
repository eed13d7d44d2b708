import { type ActiveRemote, parseActiveRemotes } from '@patchwork/federation';
import { expect, test } from 'vitest';
import { changedRemotes } from './changed-remotes.ts';

const remoteOf = (id: string, path: string): ActiveRemote => ({
  id,
  team: 'Team',
  version: '1.0.0',
  entry: `/remotes/${id}/remoteEntry.js`,
  routes: [{ page: id, path, access: 'open', module: './Page' }],
  fragments: {},
  files: {},
});
const catalog = remoteOf('mfe-catalog', '/');
const account = remoteOf('mfe-account', '/login');
const document = { remotes: [catalog, account] };

test('an override replaces the released remote', () => {
  const local = { ...catalog, version: 'override', entry: 'http://localhost:3001/remoteEntry.js' };
  const { active } = parseActiveRemotes(changedRemotes(document, [local], {}));
  expect(active.remotes).toEqual([local, account]);
});

test('an unreachable remote has its entry where no server is', () => {
  const { active } = parseActiveRemotes(
    changedRemotes(document, [], { 'mfe-catalog': 'unreachable' }),
  );
  expect(active.remotes).toEqual([
    { ...catalog, entry: '/remotes/unreachable/remoteEntry.js' },
    account,
  ]);
});

test('a corrupt remote is left out by the page’s own reader, by name', () => {
  const { active, problems } = parseActiveRemotes(
    changedRemotes(document, [], { 'mfe-catalog': 'corrupt' }),
  );
  expect(active.remotes).toEqual([account]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^mfe-catalog: routes/);
});

test('the other breakages leave the registry alone', () => {
  const breakages = { 'mfe-catalog': 'slow', 'mfe-account': 'throws' } as const;
  expect(changedRemotes(document, [], breakages)).toEqual(document);
});
