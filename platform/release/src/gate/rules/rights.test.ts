import type { Rights } from '@patchwork/host';
import { expect, test } from 'vitest';
import { remoteVersion } from '../../testing/gate.ts';
import { warnOfRights } from './rights.ts';

const api: Rights = { 'https://api.example': ['connect'] };

const lab = (version: string, rights?: Rights) =>
  remoteVersion({ id: 'mfe-lab', version, ...(rights && { rights }) });

const others = [remoteVersion({ id: 'mfe-other' }).release];

test('rights of a first version are shown as grown, with the lines that grant them', () => {
  const [warning, ...more] = warnOfRights(lab('1.0.0-a', api), others, {});
  expect(more).toEqual([]);
  expect(warning).toMatchObject({ severity: 'warning', rule: 'rights', file: 'remote.json' });
  expect(warning?.message).toBe(
    'remote.json of mfe-lab 1.0.0-a asks for rights: {"https://api.example": ["connect"]}. config.json does not grant them, so the policy refuses that. To grant all: "rights": { "mfe-lab": {"https://api.example": ["connect"]} }',
  );
});

test('only what no live version of the remote had is shown, also if it is granted', () => {
  const next = lab('1.1.0-b', { ...api, self: ['wasm'] });
  const live = [
    lab('1.0.0-a', api).release,
    remoteVersion({ id: 'mfe-other', rights: { self: ['wasm'] } }).release,
  ];
  expect(warnOfRights(next, live, { 'mfe-lab': api }).map(({ message }) => message)).toEqual([
    'remote.json of mfe-lab 1.1.0-b asks for rights that mfe-lab 1.0.0-a has not: {"self": ["wasm"]}. The policy of the pages that show it gets them.',
  ]);
});

test('the first release of a whole shop is not warned of', () => {
  expect(warnOfRights(lab('1.0.0-a', api), [], {})).toEqual([]);
});

test('a grant to another remote, or of another use, is none', () => {
  const grants = {
    'mfe-other': api,
    'mfe-lab': { 'https://api.example': ['image'] },
  } satisfies Record<string, Rights>;
  expect(warnOfRights(lab('1.0.0-a', api), others, grants)[0]?.message).toContain(
    'does not grant them',
  );
});

test('a version that asks for no more than the live one, or for nothing, is not mentioned', () => {
  expect(warnOfRights(lab('1.1.0-b', api), [lab('1.0.0-a', api).release], {})).toEqual([]);
  expect(warnOfRights(lab('1.1.0-b'), [lab('1.0.0-a', api).release], {})).toEqual([]);
});
