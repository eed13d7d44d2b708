import { cp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { writeFiles } from '@patchwork/release/testing';
import { expect, test } from 'vitest';
import { openTerminal } from './testing.ts';

test('publish writes a table to standard output and its steps to standard error, and has nothing to do twice', async () => {
  const { run } = await openTerminal();
  const { code, out, err } = await run('publish', '--all');
  expect(code).toBe(0);
  expect(out).toMatch(/^ +piece +version +size/);
  expect(out).toMatch(/published {2}shell +2\.0\.0-\w{10} .*its first version/);
  expect(out).toMatch(/published {2}mfe-catalog {2}1\.2\.0-\w{10} .*its first version/);
  expect(err.split('\n')).toContain('copying mfe-catalog');
  const again = await run('publish', 'mfe-catalog');
  expect(again.out).toContain('live already, with the same files: nothing to do');
});

test('a path names the remote by its remote.json, whatever the name of the folder', async () => {
  const { root, run, change } = await openTerminal();
  await run('publish', '--all');
  await change('a change');
  await cp(path.join(root, 'mfe-catalog'), path.join(root, 'teams/shell'), { recursive: true });
  expect((await run('canary', 'teams/shell', '10')).out).toMatch(/^mfe-catalog: 10 % of the/);
  expect((await run('own', 'teams/shell')).err).toContain('This folder is not in a repository');
  expect((await run('publish', 'teams/shell')).out).toContain('published  mfe-catalog');
});

test('only a terminal gets colours and a line that changes', async () => {
  const watched = await openTerminal({ isWatched: true });
  const { out, err } = await watched.run('publish', '--all');
  expect(out).toContain('\u001b[2m');
  expect(err).toContain('\r\u001b[2Kcopying mfe-catalog …');
  expect(err.endsWith('\u001b[2K')).toBe(true);
  const plain = await openTerminal();
  const quiet = await plain.run('publish', '--all');
  expect(quiet.out + quiet.err).not.toContain('\u001b');
});

test.each(['new', 'dev', 'check'])(
  'the help of “%s” has the options of every command',
  async (name) => {
    const { run } = await openTerminal();
    const { code, out } = await run(name, '--help');
    expect(code).toBe(0);
    expect(out).toMatch(/--shop <address> +the shop to read from/);
  },
);

test('each step of a release, from check to prune, is described in words', async () => {
  const { run, change } = await openTerminal();
  await run('publish', '--all');
  await change('a change');
  expect((await run('check', 'mfe-catalog')).out).toContain('yes  mfe-catalog can be deployed');
  expect((await run('canary', 'mfe-catalog', '10')).out).toMatch(
    /^mfe-catalog: 10 % of the visitors get 1\.2\.0-\w+, the others 1\.2\.0-\w+\. Whoever opens \/\?preview=canary-mfe-catalog gets it too\n$/,
  );
  expect((await run('list')).out).toMatch(/mfe-catalog {2}Catalogue {2}1\.2\.0-\w+ {2}\S+ 10 %/);
  expect((await run('canary', 'mfe-catalog', '25%')).out).toContain('mfe-catalog: 25 % of the');
  expect((await run('promote', 'mfe-catalog')).out).toMatch(/all visitors get \S+, was \S+/);
  expect((await run('list', 'mfe-catalog')).out).toMatch(/stable .*\n.*previous /);
  const back = await run('rollback', 'mfe-catalog', '--reason', 'phones');
  expect(back.out).toMatch(/all visitors get \S+, was \S+/);
  expect((await run('history', '--limit', '1')).out).toContain('  why: phones\n');
  expect((await run('list', '--uses', 'cartAtom')).out).toBe(
    'no live version of a remote imports cartAtom\n',
  );
  expect((await run('prune', '--keep', '1')).out).toBe('0 versions removed, 3 stay\n');
});

test('each step of a preview, from its link to its end, is described in words', async () => {
  const { run, change } = await openTerminal();
  await run('publish', '--all');
  const live = (await run('list')).out;
  await change('a change');
  const made = await run('preview', 'mfe-catalog', '--name', 'pr-42', '--days', '3');
  expect(made.out).toMatch(
    /^pr-42: those who open \/\?preview=pr-42 get mfe-catalog 1\.2\.0-\w{10}, until \d{4}-\d\d-\d\d \d\d:\d\d\n$/,
  );
  const [, version = ''] = /mfe-catalog (\S+),/.exec(made.out) ?? [];
  expect((await run('list')).out).toMatch(
    new RegExp(
      `preview +remotes +since +until +link\npr-42 +mfe-catalog ${version} .*/\\?preview=pr-42\n`,
    ),
  );
  expect((await run('list', 'mfe-catalog')).out).toContain(`${version}  preview`);
  expect((await run('history')).out).toContain(`  mfe-catalog: preview pr-42 none → ${version}\n`);
  const other = await run('preview', `mfe-catalog@${version}`, '--name', 'again', '--json');
  expect(other.json()).toMatchObject({
    ok: true,
    preview: { name: 'again', remotes: [{ id: 'mfe-catalog', version }] },
  });
  expect((await run('end-preview', 'again')).out).toBe(
    `again: the preview of mfe-catalog ${version} has ended\n`,
  );
  await run('end-preview', 'pr-42');
  expect((await run('list')).out).toBe(live.replace(/1( {5,}\d+ B)/, '2$1'));
});

test('commands that publish or read a foreign shop warn once of a Node without security fixes', async () => {
  const { run } = await openTerminal({ nodeProblem: 'this Node is old' });
  const published = await run('publish', '--all', '--json');
  expect(published.err).toBe('this Node is old\n');
  expect(published.json()).toMatchObject({ ok: true });
  const foreign = await run('list', '--shop', 'http://127.0.0.1:9');
  expect(foreign.err).toMatch(/^this Node is old\nhttp:\/\/127\.0\.0\.1:9 can’t be reached/);
  expect((await run('list', '--to', 's3://a')).err).toMatch(/^this Node is old\n/);
  expect((await run('list')).err).toBe('');
});

test('scripts get JSON and nothing else', async () => {
  const { root, run, change } = await openTerminal();
  const published = await run('publish', '--all', '--json', '--to', 'other-release');
  expect(published.err).toBe('');
  expect(published.json()).toMatchObject({
    ok: true,
    command: 'publish',
    release: path.join(root, 'other-release'),
    published: [
      { name: 'shell', fresh: true },
      { name: 'mfe-catalog', fresh: true, size: { raw: expect.any(Number) } },
    ],
  });
  await change('a change');
  const canary = await run('canary', 'mfe-catalog', '10', '--json', '--to', 'other-release');
  expect(canary.json()).toMatchObject({ ok: true, canary: { canary: { percent: 10 } } });
  const list = await run('--json', '--to', 'other-release', 'list');
  expect(list.json()).toMatchObject({ current: true, pieces: [{}, { canary: { percent: 10 } }] });
});

test.each([
  [['publsh'], "unknown command 'publsh'\n(Did you mean publish?)"],
  [
    [],
    'Name a command. There are: new, dev, key, owners, types, publish, check, canary, set, health, promote, rollback, own, withdraw, preview',
  ],
  [['publish', '--everything'], "unknown option '--everything'"],
  [['publish'], 'Name a piece or give --all. There are: shell, mfe-catalog'],
  [['publish', 'mfe-none'], 'There is no piece “mfe-none” here'],
  [['publish', 'shell', '--all'], 'Give --all or names, not both'],
  [['canary', 'mfe-catalog', '100'], 'To every visitor, “patchwork promote” gives the canary'],
  [['canary', 'mfe-catalog', '2.5'], 'A share is a whole percent from 1 to 99'],
  [['canary', 'mfe-catalog', '0x10'], 'A share is a whole percent from 1 to 99'],
  [['canary', 'mfe-catalog', '%'], 'A share is a whole percent from 1 to 99'],
  [['canary', 'mfe-catalog', ' '], 'A share is a whole percent from 1 to 99'],
  [['canary', 'mfe-catalog', ''], 'An argument is empty'],
  [['list', '--to', ''], 'An argument is empty'],
  [['list', '--to='], 'Name the release folder'],
  [['list', 'mfe-catalog', '--uses', 'cartAtom'], 'Give a piece or --uses, not both'],
  [
    ['publish', './else/mfe-x', '--build'],
    'else/mfe-x was built elsewhere and is published as it is',
  ],
  [['history', '--limit', '0'], 'the maximum number of moves to show'],
  [['dev', '--remote-only'], 'Name the remote: only one is developed inside a released shop'],
  [
    ['dev', 'mfe-catalog', '--remote-only', '--shop', 'a'],
    'Give --shop or --remote-only, not both',
  ],
  [['promote', 'shell'], 'The shell can’t have a canary: all visitors get the same page'],
  [['list', '../shell'], '../shell is not in '],
  [['check', '../shell', '2'], '../shell has no version “2”. It has none'],
  [['list', '--to', 'relase'], 'relase: there is no such folder'],
  [['prune', '--keep', '1', '--dry-run', '--to', 'relase'], 'relase: there is no such folder'],
  [['canary', 'mfe-catalog', '10', '--to', 'relase'], 'relase: there is no such folder'],
  [['canary', 'shell', '10'], 'The shell can’t have a canary'],
  [['promote', 'mfe-catalog'], 'no stable version yet: run “patchwork publish mfe-catalog”'],
  [['rollback', 'mfe-catalog'], 'mfe-catalog is not in this release folder'],
  [['canary', 'mfe-catalog'], 'Give a share, as in'],
  [['preview', 'mfe-catalog'], "required option '--name <name>' not specified"],
  [['preview', 'mfe-catalog', '--name', 'PR 42'], 'lower-case letters, digits and “-”'],
  [['preview', 'mfe-catalog', '--name', '../x'], 'lower-case letters, digits and “-”'],
  [['preview', 'mfe-catalog', '--name', 'pr-1', '--days', '0'], 'Give a whole number of days'],
  [['preview', '--name', 'pr-1'], "missing required argument 'remotes'"],
  [['preview', 'shell', '--name', 'pr-1'], 'The shell can’t be in a preview'],
  [['preview', 'shell@2.0.0', '--name', 'pr-1'], 'The shell can’t be in a preview'],
  [['preview', '../shell@2', '--name', 'pr-1'], '../shell has no version “2”. It has none'],
  [['end-preview', 'pr-1'], 'There is no preview “pr-1”. There is none'],
  [['prune'], "required option '--keep <count>' not specified"],
  [['prune', '--keep', 'some'], 'how many versions of each piece to keep'],
])('%j is wrong usage, with exit code 2', async (args, message) => {
  const { run } = await openTerminal();
  const { code, out, err } = await run(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
  const inJson = await run(...args, '--json');
  expect(inJson.code).toBe(2);
  expect(inJson.json()).toMatchObject({ ok: false, error: { kind: 'usage' } });
});

test('if no shell is live, the output says what was not checked', async () => {
  const { run } = await openTerminal();
  const note =
    'No shell is live here. The remote is checked against one when a shell is published.\n';
  expect((await run('check', 'mfe-catalog')).out).toContain(note);
  expect((await run('publish', 'mfe-catalog')).out).toContain(note);
  expect((await run('publish', '--all')).out).not.toContain(note);
});

test('help has exit code 0 and names the exit codes', async () => {
  const { run } = await openTerminal();
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  expect(out).toContain('Exit codes: 0 done; 1 refused');
  const help = await run('help', 'canary');
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining('25 or 25%') });
});

test('a piece that is not built, or built before its last change, is not published', async () => {
  const { root, run, built } = await openTerminal();
  async function edit(file: string): Promise<void> {
    const later = new Date(Date.now() + 60_000);
    await writeFiles(root, { [file]: 'changed' });
    await utimes(path.join(root, file), later, later);
  }
  await edit('mfe-catalog/src/Home.test.tsx');
  expect((await run('publish', 'mfe-catalog')).code).toBe(0);
  await edit('mfe-catalog/src/Home.tsx');
  const old = await run('publish', 'mfe-catalog');
  expect(old.code).toBe(3);
  expect(old.err).toMatch(
    /mfe-catalog\/src\/Home\.tsx was changed after mfe-catalog was built: its bundle is out of date\. Build it, or give --build/,
  );
  await rm(path.join(root, 'mfe-catalog/dist'), { recursive: true });
  const missing = await run('publish', 'mfe-catalog', '--json');
  expect(missing.code).toBe(3);
  expect(missing.json().error).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('mfe-catalog is not built'),
  });
  expect((await run('check', 'mfe-catalog', '--to', 'relase')).err).toContain('no such folder');
  await run('publish', 'mfe-catalog', '--build');
  expect(built).toEqual(['mfe-catalog']);
});

test('a list with an entry that can’t be read says so, and does not advise writing the page again', async () => {
  const { root, run } = await openTerminal();
  const registry = { format: 2, remotes: [null, 5, { id: 'x' }] };
  await writeFiles(root, { '.release/registry.json': JSON.stringify(registry) });
  const { code, out } = await run('list');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^registry.json: left out remote 1: .*\n.*left out remote 2: .*\n.*left out x: .*\n$/,
  );
  expect((await run('list', '--json')).json().problems).toHaveLength(3);
  await run('publish', '--all');
  await writeFiles(root, { '.release/index.html': 'another page' });
  const listed = await run('list');
  expect(listed.out).toContain('index.html is not the page of this registry');
  expect(listed.out).not.toContain('patchwork write-page');
  const written = await run('write-page', '--reason', 'a lost page');
  expect(written.out).toContain('left out x: ');
  expect((await run('write-page', '--json')).json().problems).toHaveLength(3);
});

test('a command that only reads creates no release folder', async () => {
  const { root, run } = await openTerminal();
  await run('write-page');
  await run('prune', '--keep', '1', '--dry-run');
  expect(await readdir(root)).not.toContain('.release');
});

test('an error of the file system, or a registry that can’t be read, is explained in one line', async () => {
  const { root, run } = await openTerminal();
  await writeFiles(root, { 'a-file': '' });
  const { code, err } = await run('publish', 'mfe-catalog', '--to', 'a-file');
  expect(code).toBe(3);
  expect(err.split('\n').at(-2)).toMatch(
    /a-file.*: .* Name another folder, or move the file away \((?:ENOTDIR|EEXIST)\)$/,
  );
  expect(err).not.toContain('    at ');
  await writeFiles(root, { '.release/registry.json': '{' });
  const unreadable = await run('publish', '--all');
  expect(unreadable).toMatchObject({
    code: 3,
    err: expect.stringContaining('registry.json cannot be read'),
  });
});

test('a declaration that can’t be read stops only the commands that need this build', async () => {
  const { root, run } = await openTerminal();
  await run('publish', '--all');
  const declaration = path.join(root, 'mfe-catalog/remote.json');
  const text = (await readFile(declaration, 'utf8')).replace('"open"', '"friends"');
  await writeFiles(root, { 'mfe-catalog/remote.json': text });
  for (const command of ['publish', 'check']) {
    const { code, err } = await run(command, '--all');
    expect({ code, err }).toEqual({
      code: 3,
      err: expect.stringContaining(`${declaration}: routes.0.access: Invalid type`),
    });
  }
  expect((await run('check', 'shell')).code).toBe(0);
  expect((await run('list')).code).toBe(0);
  expect((await run('check', 'mfe-catalog', 'stable')).code).toBe(0);
  expect((await run('rollback', 'mfe-catalog')).err).toContain('has no previous version');
});
