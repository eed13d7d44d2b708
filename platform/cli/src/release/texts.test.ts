import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { logFile, rules } from '@patchwork/release';
import { expect, test } from 'vitest';
import { openTerminal } from './testing.ts';
import { pageOf } from './texts.ts';

test('a warning is printed after a success, and stops nothing', async () => {
  const { run, change, findings } = await openTerminal();
  const message = 'nothing links to it';
  findings.push({ severity: 'warning', rule: 'routes', message, ours: 'mfe-catalog 2' });
  const printed =
    'warning: routes  mfe-catalog 2\n  nothing links to it\nMore: docs/can-i-deploy.md#routes\n';
  const checked = await run('check', '--all');
  expect(checked).toMatchObject({ code: 0, err: expect.not.stringContaining('warning') });
  expect(checked.out).toBe(`yes  shell, mfe-catalog can be deployed\n${printed}`);
  const published = await run('publish', '--all');
  expect(published.code).toBe(0);
  expect(published.out).toContain(`its first version\n${printed}`);
  await change('a change');
  const canary = await run('canary', 'mfe-catalog', '10', '--json');
  expect(canary.json()).toMatchObject({ ok: true, warnings: findings });
  expect((await run('check', '--all', '--json')).json()).toMatchObject({
    ok: true,
    refusals: [],
    warnings: findings,
  });
});

test('a refusal names every reason, after the warnings, and has exit code 1', async () => {
  const { run, findings } = await openTerminal();
  const common = { message: 'a sentence', ours: 'mfe-catalog 2' };
  findings.push({ ...common, severity: 'refusal', rule: 'slots', live: 'mfe-x 1' });
  findings.push({ ...common, severity: 'warning', rule: 'routes' });
  const lines = `warning: routes  mfe-catalog 2
  a sentence
slots  mfe-catalog 2 beside mfe-x 1
  a sentence
Refused for 1 reason. No pointer was moved.
More: docs/can-i-deploy.md#slots, docs/can-i-deploy.md#routes
`;
  const published = await run('publish', '--all');
  expect(published).toMatchObject({ code: 1, out: '', err: expect.stringContaining(lines) });
  const [refusal, warning] = findings;
  const inJson = await run('publish', '--all', '--json');
  expect(inJson.code).toBe(1);
  expect(inJson.json()).toMatchObject({
    ...{ ok: false, command: 'publish' },
    error: { kind: 'refused', refusals: [refusal], warnings: [warning] },
  });
  const checked = await run('check', '--all');
  expect(checked).toMatchObject({ code: 1, out: lines });
  const checkedInJson = (await run('check', '--all', '--json')).json();
  expect(checkedInJson).toMatchObject({ ok: false, refusals: [refusal], warnings: [warning] });
});

test('a withdrawal with --anyway counts its warnings in one line: the refusal has shown them', async () => {
  const { run, findings } = await openTerminal();
  await run('publish', '--all');
  const message = 'the shell links to its page “home”';
  const ours = 'mfe-catalog 1';
  findings.push({ severity: 'refusal', rule: 'links', message, ours, flag: '--anyway' });
  findings.push({ severity: 'warning', rule: 'slots', message: 'a slot', ours: 'mfe-catalog 1' });
  const { err } = await run('withdraw', 'mfe-catalog');
  expect(err).toContain(`${message} Or allow it: --anyway\n`);
  const { out } = await run('withdraw', 'mfe-catalog', '--anyway');
  expect(out).not.toContain(message);
  expect(out).toMatch(
    /restores it\n2 warnings: links, slots \(“patchwork history --json” has their texts\)\n$/,
  );
  expect((await run('history', '--json')).json().moves[0].gate.warnings[0]).toMatchObject({
    message,
  });
});

test.each(rules)('the rule “%s” has its heading in the page that a refusal names', async (rule) => {
  const page = path.join(import.meta.dirname, '../../../../docs/can-i-deploy.md');
  expect(await readFile(page, 'utf8')).toMatch(new RegExp(`^## ${rule}$`, 'm'));
  expect(pageOf(rule)).toBe(`docs/can-i-deploy.md#${rule.replace(' ', '-')}`);
});

test('the history says when, what, who, why, from which commit, and the pointers before and after', async () => {
  const { run, change, findings } = await openTerminal();
  expect((await run('history')).out).toBe('No pointer was moved yet\n');
  await run('publish', '--all');
  await change('a change');
  await run('canary', 'mfe-catalog', '10', '--reason', 'the new filters');
  const message = '/cart is open';
  findings.push({ severity: 'warning', rule: 'access', message, ours: 'mfe-catalog 2' });
  await run('promote', 'mfe-catalog');
  const { code, out } = await run('history', 'mfe-catalog');
  expect(code).toBe(0);
  const [promote = '', change1, allowed, canary, change2, why, publish, ...first] = out.split('\n');
  const by = 'Ada <ada@shop.example>, commit 0123456789 and uncommitted changes';
  expect(promote).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}promote mfe-catalog {2}/);
  expect(promote.endsWith(`  ${by}`)).toBe(true);
  expect(change1).toMatch(
    /^ {2}mfe-catalog: stable (1\.2\.0-\w+) → (1\.2\.0-\w+), canary \2 10 % → none$/,
  );
  expect(allowed).toBe('  the gate gave 1 warning: access (“--json” shows the text)');
  expect((await run('history', '--json')).json().moves[0].gate.warnings[0].message).toBe(message);
  expect(canary).toContain('canary mfe-catalog 10');
  expect(change2).toMatch(/^ {2}mfe-catalog: canary none → 1\.2\.0-\w+ 10 %$/);
  expect(why).toBe('  why: the new filters');
  expect(publish).toContain('publish shell, mfe-catalog');
  expect(first.join('\n')).toMatch(
    /^ {2}shell: stable none → 2\.0\.0-\w+\n {2}mfe-catalog: stable none → 1\.2\.0-\w+\n$/,
  );
  const newest = (await run('history', '--limit', '2')).out;
  expect(newest).toMatch(/ promote .* canary .*\n1 older move: --limit 3\n$/s);
  expect((await run('history', '--limit', '2', '--json')).json()).toMatchObject({ more: 1 });
});

test('texts of others in the history and the list can’t control the terminal', async () => {
  const { root, run } = await openTerminal();
  const evil = '\u001b[2J\u009b31m\u202egnp.exe\r\n2026-11-22 10:00  publish shell  Eve';
  await run('publish', 'mfe-catalog', '--reason', evil);
  const { out } = await run('history');
  expect(out).toContain(
    'why: \\u001b[2J\\u009b31m\\u202egnp.exe\\u000d\\u000a2026-11-22 10:00  publish shell  Eve\n',
  );
  expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  const json = await run('history', '--json');
  expect(json.out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(json.json().moves[0].reason).toBe(evil);
  const registry = path.join(root, '.release/registry.json');
  const text = await readFile(registry, 'utf8');
  await writeFile(registry, text.replace(/"team": "[^"]*"/, '"team": "\\u001b[31mEve"'));
  expect((await run('list')).out).toContain('\\u001b[31mEve');
  const file = logFile(path.join(root, '.release'));
  await appendFile(file, '\u001b]0;Eve\u0007\n');
  expect((await run('history')).out).toMatch(/line 2 cannot be read and is left out\n/);
  expect(await readFile(file, 'utf8')).toContain('Eve\u0007');
});
