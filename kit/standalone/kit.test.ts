// @vitest-environment happy-dom

import { startMock } from '@patchwork/mock-server';
import { expect, onTestFinished, test } from 'vitest';
import { kit } from './kit.ts';

test('the mock answers sooner on a page that the gate opens', async () => {
  // As in a page of the gate, where it runs before the page's own scripts.
  new Function(kit.trialScript ?? '')();
  onTestFinished(() => void Reflect.deleteProperty(globalThis, Symbol.for('patchwork.mock.delay')));
  const mock = await startMock();
  onTestFinished(mock.shutdown);
  expect((await mock.openControl()).read().settings.delay).toBe(50);
});
