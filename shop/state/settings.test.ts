import { expect, test } from 'vitest';
import { settingsOf } from './settings.ts';
import { createShopStore } from './store.ts';

const setting = settingsOf('mfe-catalog', { 'first-row': 'categories' });

const read = (settingOf?: (remote: string, name: string) => unknown) =>
  createShopStore({
    connect: () => ({}) as never,
    navigate: () => undefined,
    pathTo: () => '/',
    ...(settingOf && { settingOf }),
  }).get(setting('first-row'));

test('a setting has the value that is set for its remote, else its default', () => {
  const asked: string[] = [];
  const value = read((remote, name) => {
    asked.push(`${remote} ${name}`);
    return 'bestsellers';
  });
  expect(value).toBe('bestsellers');
  expect(asked).toEqual(['mfe-catalog first-row']);
  expect(read(() => undefined)).toBe('categories');
  expect(read()).toBe('categories');
});

test('a value of another type, as after an edit of registry.json by hand, is not used', () => {
  expect(read(() => 7)).toBe('categories');
});

test('the same setting has one atom', () => {
  expect(setting('first-row')).toBe(setting('first-row'));
});

test('the compiler refuses what remote.json does not declare', () => {
  // @ts-expect-error: another default than in remote.json
  settingsOf('mfe-catalog', { 'first-row': 'bestsellers' });
  // @ts-expect-error: no such setting
  settingsOf('mfe-catalog', { 'frist-row': 'categories' });
  // @ts-expect-error: no such remote
  settingsOf('mfe-nobody', {});
  // @ts-expect-error: a setting that the code does not read
  setting('rows');
  const value: 'categories' | 'bestsellers' = read();
  expect(value).toBe('categories');
});
