// @vitest-environment happy-dom
import { OpenFeature } from '@openfeature/web-sdk';
import { type Atom, atom, createStore } from 'jotai';
import { expect, onTestFinished, test } from 'vitest';
import { settingsProvider } from './openfeature.ts';

const atoms: Readonly<Record<string, Atom<unknown>>> = {
  'new-gallery': atom(true),
  rows: atom(4),
  'first-row': atom('bestsellers'),
};

/** Opens OpenFeature's client of a remote. As `settingsOf` does, an unknown name gives an atom without a value. */
async function openClient() {
  const setting = (name: string) => atoms[name] ?? atom(undefined);
  const provider = settingsProvider({ store: createStore(), setting });
  await OpenFeature.setProviderAndWait('mfe-catalog', provider);
  onTestFinished(() => OpenFeature.clearProviders());
  return OpenFeature.getClient('mfe-catalog');
}

test('a flag has the value of the setting of its name', async () => {
  const client = await openClient();
  expect(client.getBooleanValue('new-gallery', false)).toBe(true);
  expect(client.getNumberValue('rows', 3)).toBe(4);
  expect(client.getStringValue('first-row', 'categories')).toBe('bestsellers');
});

test('an unknown setting gives the default of the call, and says why', async () => {
  const client = await openClient();
  expect(client.getBooleanDetails('new-galery', false)).toMatchObject({
    ...{ value: false, reason: 'ERROR', errorCode: 'FLAG_NOT_FOUND' },
    errorMessage: 'the remote reads no setting “new-galery”: add it to settingsOf',
  });
});

test('a setting of another type gives the default of the call, and says why', async () => {
  const client = await openClient();
  expect(client.getBooleanDetails('rows', false)).toMatchObject({
    ...{ value: false, errorCode: 'TYPE_MISMATCH' },
  });
});
