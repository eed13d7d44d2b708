import { action, sharedValue } from '@patchwork/shop';
import * as state from '@patchwork/state';
import { atom } from 'jotai';
import { expect, test } from 'vitest';
import { listWriters, sharedValues } from './shared-state.ts';

function writersOf(name: string) {
  const value = sharedValues().find(({ debugLabel }) => debugLabel === name);
  return value && listWriters(value);
}

test('every shared value has a writer', () => {
  expect(sharedValues().filter((value) => listWriters(value) === '')).toEqual([]);
});

test('the writers of a value are its actions and whoever else changes it', () => {
  expect(writersOf('cartAtom')).toMatch(/changeCartAtom.*the API’s responses/);
  expect(writersOf('configurationAtom')).toBe('the configuration');
});

test('a value that is computed from others is written by their writers', () => {
  const pagesAtom = sharedValue('pagesAtom', ['api'], atom(0));
  const sumAtom = sharedValue('sumAtom', [pagesAtom, 'configuration'], atom(0));
  action('addPageAtom', [pagesAtom], () => {});
  action('clearSumAtom', [sumAtom], () => {});
  expect(writersOf('sumAtom')).toBe(
    'addPageAtom, clearSumAtom, the configuration, the API’s responses',
  );
});

test('every atom that packages/state exports is a value or an action under its own name', () => {
  for (const [name, each] of Object.entries(state)) {
    if (typeof each === 'function' || each === state.toast) continue;
    expect(each).toHaveProperty('debugLabel', name);
    expect('sources' in each || 'writes' in each, name).toBe(true);
  }
});

test('what a remote defines itself is listed once it is loaded, and again once it is replaced', () => {
  const draftAtom = sharedValue('draftAtom', ['browser'], atom(''));
  action('changeDraftAtom', [draftAtom], () => {});
  expect(writersOf('draftAtom')).toBe('changeDraftAtom, the browser');
  const replaced = sharedValue('draftAtom', ['api'], atom(''));
  expect(sharedValues().filter(({ debugLabel }) => debugLabel === 'draftAtom')).toEqual([replaced]);
});
