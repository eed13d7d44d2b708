import { appendFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { UsageError } from '../errors.ts';
import { type Finding, refusal } from '../findings.ts';
import { logFile } from '../release-folder/history.ts';
import { openWithShell, openWorkspace, writeFiles } from '../testing/release.ts';
import { history } from './list.ts';
import { recover, writePage } from './recover.ts';

const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock('../release-folder/history.ts', async (importOriginal) => {
  const log = await importOriginal<typeof import('../release-folder/history.ts')>();
  const completeLog: typeof log.completeLog = async (...args) => {
    if (disk.isFull) throw new Error('the disk is full');
    return log.completeLog(...args);
  };
  return { ...log, completeLog };
});

const name = 'mfe-catalog';

const ada = { who: 'Ada <ada@shop.example>', commit: '0123456789', isDirty: false };

test('the history has every move with its author, its reason, and the pointers before and after', async () => {
  const asked: (readonly string[])[] = [];
  const shop = await openWorkspace({
    reason: 'the list is empty on phones',
    author: async (pieces) => {
      asked.push(pieces);
      return ada;
    },
  });
  const shell = await shop.publishShell('index.1.js');
  const [a, b] = await shop.publishTwo();
  await shop.canary(10, a);
  await shop.promote();
  await shop.rollback();
  const { moves, more, problems } = await history(shop.release);
  expect({ more, problems }).toEqual({ more: 0, problems: [] });
  const canary = { version: a, percent: 10 };
  expect(moves.map(({ command, pieces }) => ({ command, pieces }))).toEqual([
    { command: `rollback ${name}`, pieces: [{ name, from: { stable: a }, to: { stable: b } }] },
    {
      command: `promote ${name}`,
      pieces: [{ name, from: { stable: b, canary }, to: { stable: a } }],
    },
    {
      command: `canary ${name} 10`,
      pieces: [{ name, from: { stable: b }, to: { stable: b, canary } }],
    },
    { command: `publish ${name}`, pieces: [{ name, from: { stable: a }, to: { stable: b } }] },
    { command: `publish ${name}`, pieces: [{ name, from: null, to: { stable: a } }] },
    { command: 'publish shell', pieces: [{ name: 'shell', from: null, to: { stable: shell } }] },
  ]);
  for (const move of moves) {
    expect(move).toMatchObject({ ...ada, reason: 'the list is empty on phones' });
    expect(move.gate).toEqual({ answer: 'passed', warnings: [] });
    expect(Math.abs(Date.parse(move.at) - Date.now())).toBeLessThan(60_000);
  }
  expect(asked.at(-1)).toEqual([name]);
});

test('a command that moves no pointer leaves no record', async () => {
  const findings: Finding[] = [];
  const shop = await openWorkspace({ gate: async () => findings });
  await shop.publish('a');
  const before = await readFile(logFile(shop.release), 'utf8');
  await shop.publish('a');
  await expect(shop.promote()).rejects.toThrow(UsageError);
  await writePage(shop.context);
  findings.push(refusal('routes', name, 'no'));
  await expect(shop.publish('b')).rejects.toThrow('no');
  expect(await readFile(logFile(shop.release), 'utf8')).toBe(before);
  expect((await history(shop.release)).moves).toHaveLength(1);
});

test('an edit of the registry by hand is recorded by the command that finds it', async () => {
  const shop = await openWorkspace();
  const [a, b] = await shop.publishTwo();
  const file = path.join(shop.release, 'registry.json');
  const edit = async (change: (text: string) => string) =>
    writeFiles(shop.release, { 'registry.json': change(await readFile(file, 'utf8')) });
  const c = b.replace('1.2.0', '1.3.0');
  await edit((text) => text.replace(`"version": "${b}"`, `"version": "${c}"`));
  await writePage({ ...shop.context, author: async () => ada, reason: 'the disk was full' });
  expect((await history(shop.release)).moves[0]).toMatchObject({
    command: 'changed by hand',
    ...ada,
    reason: 'the disk was full',
    pieces: [{ name, from: { stable: b }, to: { stable: c } }],
  });
  await edit((text) => text.replace(`"version": "${c}"`, `"version": "${b}"`));
  await shop.rollback();
  const [rollback, byHand] = (await history(shop.release)).moves;
  expect(byHand).toMatchObject({
    command: 'changed by hand',
    pieces: [{ from: { stable: c }, to: { stable: b } }],
  });
  expect(byHand).not.toHaveProperty('who');
  expect(rollback).toMatchObject({ pieces: [{ from: { stable: b }, to: { stable: a } }] });
});

test('in a release folder that had no history, it begins with the live versions', async () => {
  const shop = await openWorkspace();
  const a = await shop.publish('a');
  await rm(path.join(shop.release, '.history'), { recursive: true });
  await shop.publish('b');
  const { moves } = await history(shop.release);
  expect(moves.map(({ command }) => command)).toEqual([`publish ${name}`, 'history begins']);
  expect(moves[1]).toMatchObject({ pieces: [{ from: null, to: { stable: a } }] });
});

test('a history that can’t be written does not stop a rollback, and is completed later', async () => {
  const steps: string[] = [];
  const shop = await openWorkspace({ progress: (step) => void steps.push(step) });
  await shop.publishTwo();
  disk.isFull = true;
  await shop.rollback();
  disk.isFull = false;
  expect(steps).toContain(
    'the history could not be written; the next command will try again: the disk is full',
  );
  expect((await history(shop.release)).moves[0]?.command).toBe(`rollback ${name}`);
  const written = async () => {
    const lines = (await readFile(logFile(shop.release), 'utf8')).trim().split('\n');
    return lines.map((line) => JSON.parse(line).command);
  };
  expect(await written()).toEqual([`publish ${name}`, `publish ${name}`]);
  await shop.publish('c');
  const moves = ['publish', 'publish', 'rollback', 'publish'].map((word) => `${word} ${name}`);
  expect(await written()).toEqual(moves);
});

test('the history is shown without registry.json, and records its recovery', async () => {
  const shop = await openWithShell();
  await shop.publish('a');
  await rm(path.join(shop.release, 'registry.json'));
  const { moves, problems } = await history(shop.release);
  expect(moves).toHaveLength(2);
  expect(problems).toEqual([expect.stringContaining('registry.json is missing')]);
  await recover({ ...shop.context, author: async () => ada }, true);
  expect((await history(shop.release)).moves).toHaveLength(2);
  await recover({ ...shop.context, author: async () => ada }, false);
  const [last] = (await history(shop.release)).moves;
  expect(last).toMatchObject({ command: 'recover', ...ada, pieces: [] });
  expect(last).not.toHaveProperty('gate');
});

test('the history can be limited to one piece and to a number of moves', async () => {
  const shop = await openWithShell();
  const [, b] = await shop.publishTwo();
  const { moves, more } = await history(shop.release, { name, limit: 1 });
  expect(moves).toMatchObject([{ pieces: [{ to: { stable: b } }] }]);
  expect(more).toBe(1);
  expect((await history(shop.release, { name: 'shell' })).moves).toHaveLength(1);
  await expect(history(shop.release, { name: 'mfe-none' })).rejects.toThrow(UsageError);
});

test('a line that can’t be read is named with its file', async () => {
  const shop = await openWorkspace();
  await shop.publish('a');
  await appendFile(logFile(shop.release), 'no record\n');
  expect((await history(shop.release)).problems).toEqual([
    `${logFile(shop.release)}: line 2 cannot be read and is left out`,
  ]);
});
