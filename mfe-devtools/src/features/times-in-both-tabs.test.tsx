import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { atom } from 'jotai';
import { expect, test, vi } from 'vitest';
import { catalog, openPage } from '../test-support.tsx';
import { RemotesTab } from './remotes/RemotesTab.tsx';
import { RequestsTab } from './requests/RequestsTab.tsx';

const entries = () =>
  within(screen.getByRole('list', { name: /^Calls of the shop/ }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('recipe “A slow remote”: it takes the same time in both tabs, with the same parts, and its preloads are labelled', async () => {
  const entry = new URL(catalog.entry, location.href).href;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    {
      ...{ name: entry, initiatorType: 'link', startTime: 0, duration: 36 },
      ...{ responseStart: 10, responseEnd: 36, transferSize: 1200, decodedBodySize: 3000 },
    },
  ] as never);
  const of = { remoteId: 'mfe-catalog', module: './Home' };
  const { inspection } = openPage({
    parts: {
      loadsAtom: atom([
        { ...of, startedAt: 100, endedAt: 5300, state: 'ready' as const, reason: undefined },
      ]),
      stepsAtom: atom([
        { ...of, kind: 'delay' as const, startedAt: 100, endedAt: 5100 },
        { ...of, kind: 'render' as const, startedAt: 5300, endedAt: 5400 },
      ]),
    },
  });
  render(<RequestsTab inspection={inspection} />);
  const [module = '', shell = ''] = entries()
    .filter((text) => text?.startsWith('Module'))
    .reverse();
  expect(shell).toContain('shell');
  expect(entries().find((text) => text?.includes('remoteEntry'))).toMatch(
    /^Script, preload .* 36\sms/,
  );
  expect(module).toMatch(/^Module \.\/Home .*mfe-catalog 5\.3\ss/);
  cleanup();
  vi.stubGlobal('fetch', async () => Response.json({ remotes: [] }));
  render(<RemotesTab inspection={inspection} />);
  for (const id of ['shell', 'mfe-catalog']) {
    await userEvent.click(screen.getByText(id, { selector: 'summary *' }));
  }
  const shown = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(shown.find((text) => text.startsWith('./Home'))).toMatch(/5\.3\ss/);
  for (const part of ['Simulated delay', 'Wait', 'Shared packages', 'Evaluate', 'First render']) {
    const time = new RegExp(`${part} ([\\d.]+\\sm?s)`).exec(module)?.[1];
    expect(shown, part).toContain(`${part}${time}`);
  }
  expect(shown).toContain('Download0\u00a0ms1 file in 36\u00a0ms, preloaded');
  expect(screen.getByRole('columnheader', { name: 'start' })).toBeTruthy();
});
