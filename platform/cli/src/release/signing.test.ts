import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeFiles } from '@patchwork/release/testing';
import { expect, test, vi } from 'vitest';
import { exitCodes } from './command-line.ts';
import { openTerminal } from './testing.ts';

const { done, refused, usage, failed } = exitCodes;

/** Opens a published release, with keys of the shop and of a team that owns the catalogue. */
async function openSigned() {
  const terminal = await openTerminal();
  const { root, run } = terminal;
  const keys: Record<string, string> = {};
  for (const name of ['shop', 'team', 'other']) {
    const { out } = await run('key', `${name}.pem`, '--json');
    keys[name] = JSON.parse(out).publicKey;
  }
  await run('publish', '--all');
  const draft = {
    expires: '2100-01-01T00:00:00.000Z',
    keys: { [keys.team ?? '']: { name: 'Catalogue', pieces: ['mfe-catalog'] } },
  };
  await writeFiles(root, { 'owners.json': JSON.stringify(draft) });
  const trust = ['--trust', keys.shop ?? ''];
  return { ...terminal, keys, trust };
}

test('a key is written once, for its owner alone', async () => {
  const { root, run } = await openTerminal();
  const { code, out } = await run('key', 'team.pem');
  expect(code).toBe(done);
  expect(out).toMatch(/^ed25519:[\w-]{43}\n/);
  const file = path.join(root, 'team.pem');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const before = await readFile(file, 'utf8');
  expect((await run('key', 'team.pem')).code).toBe(failed);
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('a signed release is moved with the key of its team only', async () => {
  const { run, change, trust, keys } = await openSigned();
  const signed = await run('owners', 'owners.json', '--key', 'shop.pem');
  expect(signed.out).toBe(
    'owners.json 1 is signed, and expires at 2100-01-01T00:00:00.000Z\nCatalogue: mfe-catalog\n',
  );
  await change('second');
  const publish = (...args: string[]) => run('publish', 'mfe-catalog', ...args);
  expect(await publish()).toMatchObject({ code: usage, err: expect.stringContaining('--trust') });
  expect(await publish(...trust)).toMatchObject({
    ...{ code: usage, err: expect.stringContaining('--key') },
  });
  expect(await publish(...trust, '--key', 'other.pem')).toMatchObject({
    ...{ code: refused, err: expect.stringContaining('is not in owners.json') },
  });
  expect((await publish(...trust, '--key', 'team.pem')).code).toBe(done);
  const { moves } = JSON.parse((await run('history', '--json')).out);
  expect(moves.map(({ command }: { command: string }) => command)).toEqual([
    ...['publish mfe-catalog', 'owners', 'publish shell, mfe-catalog'],
  ]);
  expect(JSON.parse((await run('owners', ...trust)).out)).toMatchObject({
    keys: { [keys.team ?? '']: { pieces: ['mfe-catalog'] } },
  });
});

test('a workflow has key and trust in its environment', async () => {
  const { root, run, change, keys } = await openSigned();
  await run('owners', 'owners.json', '--key', 'shop.pem');
  vi.stubEnv('PATCHWORK_KEY', await readFile(path.join(root, 'team.pem'), 'utf8'));
  vi.stubEnv('PATCHWORK_TRUST', `${keys.other}, ${keys.shop}`);
  await change('second');
  expect((await run('publish', 'mfe-catalog')).code).toBe(done);
});

test.each([
  ['no key file', ['--key', 'none.pem'], '{}', failed, 'The private key can’t be read'],
  ['a key file of another kind', ['--key', 'owners.json'], '{}', failed, 'has no private key'],
  ['no public key', ['--trust', 'ed25519:x'], '{}', failed, 'is not a public key'],
  ['no time of expiry', ['--key', 'shop.pem'], '{"keys":{}}', usage, 'expires'],
  [
    'an owner without a public key',
    ['--key', 'shop.pem'],
    '{"expires":"2100-01-01T00:00:00Z","keys":{"ada":{"name":"Ada","pieces":["*"]}}}',
    usage,
    '“ada” is not a public key',
  ],
])('%s is named', async (_what, args, draft, code, message) => {
  const { root, run } = await openSigned();
  await writeFiles(root, { 'owners.json': draft });
  const answer = await run('owners', 'owners.json', ...args);
  expect(answer).toMatchObject({ code, err: expect.stringContaining(message) });
});
