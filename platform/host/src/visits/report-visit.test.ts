// @vitest-environment happy-dom

import { expect, test, vi } from 'vitest';
import { RemoteLoadError } from '../browser.ts';
import type { Finding } from '../errors/watch-errors.ts';
import type { ActiveRemote } from '../index.ts';
import { reportVisit, type Visit } from './report-visit.ts';

const version = (id: string, number: string) =>
  ({
    id,
    version: number,
    entry: `/remotes/${id}/${number}/remoteEntry.js`,
    routes: [],
  }) as unknown as ActiveRemote;

const catalog = version('mfe-catalog', '1.2.0');
const cart = version('mfe-checkout', '1.0.0');

const found = (finding: Partial<Finding>) =>
  ({
    ...{ event: 'error', error: new Error('torn seam'), at: 0, pathname: '/' },
    ...finding,
  }) as Visit['errors'][number];

function open(visit: Partial<Visit> = {}) {
  const sent: unknown[] = [];
  vi.stubGlobal('navigator', {
    ...{ onLine: true },
    sendBeacon: (url: string, body: string) => sent.push([url, JSON.parse(body)]),
  });
  const page = { used: [catalog, cart], errors: [], ...visit };
  reportVisit('/reports', page);
  function turn(hidden: boolean) {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
    document.dispatchEvent(new Event('visibilitychange'));
  }
  return { sent, page, turn };
}

test('a page that is hidden before it is idle is reported once, with the versions that it used', () => {
  const { sent, turn } = open();
  turn(false);
  expect(sent).toEqual([]);
  turn(true);
  turn(false);
  turn(true);
  const used = [
    { id: 'mfe-catalog', version: '1.2.0' },
    { id: 'mfe-checkout', version: '1.0.0' },
  ];
  expect(sent).toEqual([['/reports', { event: 'visit', used, faults: [] }]]);
});

test('each error names the version at fault, and whether it could not be loaded', () => {
  const thrown = new Error('in a handler');
  thrown.stack = `Error: in a handler\n at http://localhost:3000/remotes/mfe-checkout/1.0.0/cart.js:1:2`;
  const { sent, page, turn } = open();
  page.errors.push(
    found({ remote: { id: 'mfe-catalog', version: '1.2.0' } }),
    found({ error: new RemoteLoadError(catalog, './List', 'gone') }),
    found({
      event: 'fallback',
      error: 'hung',
      remote: { id: 'mfe-catalog', version: '1.1.0' },
      cause: 'hang',
    }),
    found({ error: thrown }),
  );
  turn(true);
  expect(sent).toMatchObject([
    [
      '/reports',
      {
        faults: [
          { id: 'mfe-catalog', version: '1.2.0' },
          { id: 'mfe-catalog', version: '1.2.0', cause: 'load' },
          { id: 'mfe-catalog', version: '1.1.0', cause: 'hang' },
          { id: 'mfe-checkout', version: '1.0.0' },
        ],
      },
    ],
  ]);
});

test('a version is named once, however many of its modules were loaded and however often it has thrown', () => {
  const { sent, page, turn } = open({ used: [catalog, cart, catalog] });
  const remote = { id: 'mfe-catalog', version: '1.2.0' };
  for (let time = 0; time < 1000; time += 1) page.errors.push(found({ remote }));
  page.errors.push(found({ remote, cause: 'crash' }));
  turn(true);
  const used = [remote, { id: 'mfe-checkout', version: '1.0.0' }];
  const faults = [remote, { ...remote, cause: 'crash' }];
  expect(sent).toEqual([['/reports', { event: 'visit', used, faults }]]);
});

test('an error of nobody’s, and a module that the visitor’s own network did not deliver, are no fault of a version', () => {
  const { sent, page, turn } = open();
  page.errors.push(
    found({ error: new RemoteLoadError(catalog, './List', 'away', true) }),
    found({ error: new Error('an extension') }),
    found({ error: undefined }),
    found({ event: 'violation', error: 'img-src refused data' }),
  );
  turn(true);
  expect(sent).toMatchObject([['/reports', { faults: [] }]]);
});

test('settings that are being compared are reported with the visitor’s side, others not', () => {
  document.documentElement.dataset.settings = 'rows';
  const values = {
    gallery: { value: true, percent: 10, isOn: true },
    rows: { value: 3, percent: 10, isOn: false },
    title: { value: 'Buy', percent: 100, isOn: true },
  };
  const { sent, turn } = open({ used: [{ ...catalog, values }, { ...catalog, values }, cart] });
  turn(true);
  const id = 'mfe-catalog';
  const settings = [
    { id, name: 'gallery', value: true, isOn: true, isInHtml: false },
    { id, name: 'rows', value: 3, isOn: false, isInHtml: true },
  ];
  expect(sent).toMatchObject([['/reports', { settings }]]);
});
