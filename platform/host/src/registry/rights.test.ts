import { expect, test } from 'vitest';
import {
  createPageRights,
  developmentGrants,
  type Grants,
  type Rights,
  ungranted,
} from './rights.ts';

const page = (name: string, slots?: Record<string, 'one' | 'many'>) => ({
  ...{ page: name, path: `/${name}`, access: 'open' as const, module: './Page' },
  ...(slots && { slots }),
});

const connect: Rights = { 'https://api.example': ['connect'] };
const wasm: Rights = { self: ['wasm'] };

const lab = {
  id: 'mfe-lab',
  routes: [page('lab'), page('lab-two')],
  fragments: {},
  rights: connect,
};
const home = {
  id: 'mfe-home',
  routes: [page('home', { advice: 'many' }), page('terms')],
  fragments: {},
};
const granted: Grants = { 'mfe-lab': connect, 'mfe-advice': connect };

test('a remote’s rights are those of its own pages alone', () => {
  const rights = createPageRights([lab, home], granted);
  expect(rights.of('/lab')).toEqual(connect);
  expect(rights.of('/lab-two')).toEqual(connect);
  expect(rights.of('/home')).toEqual({});
  expect(rights.of(undefined)).toEqual({});
  expect(rights.ofAll).toEqual(connect);
});

test('a fragment’s rights are those of the pages that have its slot, or of all pages for a slot of the frame', () => {
  const fragment = (slot: string) => ({
    ...{ id: 'mfe-advice', routes: [], rights: connect },
    fragments: { [slot]: { module: './Advice' } },
  });
  const inPage = createPageRights([home, lab, fragment('advice')], { 'mfe-advice': connect });
  expect(inPage.of('/home')).toEqual(connect);
  expect(inPage.of('/terms')).toEqual({});
  const inFrame = createPageRights([home, fragment('header-advice')], granted);
  expect(inFrame.of('/terms')).toEqual(connect);
  expect(inFrame.of(undefined)).toEqual(connect);
});

test('a right that the configuration does not grant to this remote is left out, except WebAssembly', () => {
  const asking = {
    ...lab,
    rights: { ...connect, ...wasm, 'https://b.example': ['connect', 'script'] },
  };
  const other = { 'https://b.example': ['connect'] } satisfies Rights;
  const rights = createPageRights([asking], { 'mfe-lab': other, 'mfe-home': connect });
  expect(rights.of('/lab')).toEqual({ ...other, ...wasm });
  expect(ungranted({ ...connect, ...wasm }, other)).toEqual(connect);
});

test('a right that is granted but not asked for is left out', () => {
  const { rights: _rights, ...silent } = lab;
  expect(createPageRights([silent], granted).of('/lab')).toEqual({});
});

test('in development asking is enough for other origins, but not for what loosens the page itself', () => {
  const asking = { ...lab, rights: { ...connect, self: ['html', 'wasm'] } };
  const grantsOf = (granted: Grants) => developmentGrants([asking], granted);
  expect(createPageRights([asking], grantsOf({})).of('/lab')).toEqual({ ...connect, ...wasm });
  const all = createPageRights([asking], grantsOf({ 'mfe-lab': { self: ['html'] } })).of('/lab');
  expect(all).toEqual({ ...connect, self: ['html', 'wasm'] });
});

test('a page has the rights of each version that a browser may run', () => {
  const canary = { ...lab, rights: wasm };
  expect(createPageRights([lab, canary], granted).of('/lab')).toEqual({ ...connect, ...wasm });
});

test('invalid rights of a registry that was edited by hand count as none', () => {
  const rights = { "https://a.example; script-src 'unsafe-inline'": ['connect'] };
  expect(createPageRights([{ ...lab, rights }], granted).of('/lab')).toEqual({});
});

test('a page that needs more than the document’s rights is opened elsewhere; one that needs less is not', () => {
  const more = { ...lab, id: 'mfe-more', routes: [page('more')], rights: { ...connect, ...wasm } };
  const rights = createPageRights([lab, home, more], { ...granted, 'mfe-more': connect });
  expect(rights.elsewhere('/home')).toEqual(['lab', 'lab-two', 'more']);
  expect(rights.elsewhere('/lab')).toEqual(['more']);
  expect(rights.elsewhere('/more')).toEqual([]);
  expect(createPageRights([home], granted).elsewhere('/home')).toEqual([]);
});

test('a document for an undeclared address has the rights of pages that only previews declare', () => {
  const rights = createPageRights([home, lab], granted, ['/lab']);
  expect(rights.of(undefined)).toEqual(connect);
});
