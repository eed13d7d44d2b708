import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { rules } from '@patchwork/release';
import { expect, test } from 'vitest';
import { openTerminal } from './testing.ts';
import { pageOf } from './texts.ts';

test('a refusal names every reason, and ends with 1', async () => {
  const { run, findings: refusals } = await openTerminal();
  refusals.push({
    severity: 'refusal',
    rule: 'routes',
    message: '/ is mfe-x’s.',
    ours: 'mfe-catalog 2',
    live: 'mfe-x 1',
  });
  const { code, out, err } = await run('publish', '--all');
  expect(code).toBe(1);
  expect(out).toBe('');
  expect(err).toContain('routes  mfe-catalog 2 beside mfe-x 1\n  / is mfe-x’s.\n');
  expect(err).toContain('Refused for 1 reason. No pointer was moved.');
  expect(err).toContain('More: docs/can-i-deploy.md#routes');
  const inJson = await run('publish', '--all', '--json');
  expect(inJson.code).toBe(1);
  expect(inJson.json()).toMatchObject({
    ok: false,
    command: 'publish',
    error: { kind: 'refused', refusals },
  });
  const checked = await run('check', '--all', '--json');
  expect(checked.code).toBe(1);
  expect(checked.json()).toMatchObject({ ok: false, refusals });
});

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

test('a warning beside a refusal is printed before it', async () => {
  const { run, findings } = await openTerminal();
  const common = { message: 'a sentence', ours: 'mfe-catalog 2' };
  findings.push({ ...common, severity: 'refusal', rule: 'slots' });
  findings.push({ ...common, severity: 'warning', rule: 'routes' });
  const lines = `warning: routes  mfe-catalog 2
  a sentence
slots  mfe-catalog 2
  a sentence
Refused for 1 reason. No pointer was moved.
More: docs/can-i-deploy.md#slots, docs/can-i-deploy.md#routes
`;
  const published = await run('publish', '--all');
  expect(published.code).toBe(1);
  expect(published.err).toContain(lines);
  const [refusal, warning] = findings;
  expect((await run('publish', '--all', '--json')).json().error).toMatchObject({
    refusals: [refusal],
    warnings: [warning],
  });
  const checked = await run('check', '--all');
  expect(checked).toMatchObject({ code: 1, out: lines });
});

test('a withdrawal that is wanted anyway names its reasons in one line: the refusal has shown them', async () => {
  const { run, findings } = await openTerminal();
  await run('publish', '--all');
  const message = 'the shell links to its page “home”';
  const ours = 'mfe-catalog 1';
  findings.push({ severity: 'refusal', rule: 'links', message, ours, flag: '--anyway' });
  findings.push({ severity: 'warning', rule: 'slots', message: 'a slot', ours: 'mfe-catalog 1' });
  const { err } = await run('withdraw', 'mfe-catalog');
  expect(err).toContain(`${message} Or let it through: --anyway\n`);
  const { out } = await run('withdraw', 'mfe-catalog', '--anyway');
  expect(out).not.toContain(message);
  expect(out).toMatch(
    /puts it back\n2 warnings: links, slots \(“patchwork history --json” has their texts\)\n$/,
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
