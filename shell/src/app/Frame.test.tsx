import { RouterProvider } from '@patchwork/host/router';
import { createMemoryRouter } from '@patchwork/host/router/testing';
import { activeRemote, remotesOver } from '@patchwork/host/testing';
import { configurationOf } from '@patchwork/shop/state/host';
import { whenIdle } from '@patchwork/ui';
import { act, render, screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, expectTypeOf, test, vi } from 'vitest';
import type shell from '../../shell.json';
import { inShop } from '../test-support.tsx';
import type { SlotProps } from './contract.ts';
import { Frame, StatusBanner } from './Frame.tsx';

/** Run `npx vitest run shell -u` after a change of the frame: it updates the file. */
test('app-shell.html is what the frame renders first for a logged-out visitor', async () => {
  const router = createMemoryRouter([{ path: '/', Component: Frame }]);
  const html = renderToStaticMarkup(
    inShop(<RouterProvider router={router} />, {
      pathTo: (page, ..._parameters) => `page:${page}`,
    }),
  );
  await expect(`${html}\n`).toMatchFileSnapshot('./app-shell.html');
});

test('the header lists the remotes’ links as the release writes them', () => {
  const route = { page: 'lab', path: '/lab/*', access: 'open' as const, module: './Lab' };
  const linked = { routes: [{ ...route, link: { label: 'Laboratory' } }] };
  const remotes = remotesOver(async () => null, [activeRemote('1.0.0', linked)]);
  const router = createMemoryRouter([{ path: '/', Component: Frame }]);
  const html = renderToStaticMarkup(
    inShop(<RouterProvider router={router} />, {
      remotes,
      pathTo: (page, ..._parameters) => `page:${page}`,
    }),
  );
  expect(html).toContain('data-page-links=""><li><a href="page:lab">Laboratory</a></li></ul>');
});

function open(isSlow: boolean) {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  render(inShop(<StatusBanner isSlow={isSlow} />));
  return { onLine, status: screen.getByRole('status') };
}

test('the banner is shown while the browser is offline, and not longer', () => {
  const { onLine, status } = open(false);
  expect(status.textContent).toBe('');
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(status.textContent).toBe('You are offline. Changes go out when the connection is back.');
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(status.textContent).toBe('');
});

test('the banner says that a page is slow, but not while the browser is offline', () => {
  const { onLine, status } = open(true);
  expect(status.textContent).toBe('This takes longer than usual.');
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(status.textContent).toMatch(/^You are offline\.[^.]*\.$/);
});

/** Opens the footer of an idle page. */
async function openFooter(config: Parameters<typeof configurationOf>[0]) {
  const router = createMemoryRouter([{ path: '/', Component: Frame, children: [] }]);
  render(inShop(<RouterProvider router={router} />, { configuration: configurationOf(config) }));
  await act(() => new Promise<void>(whenIdle));
  const footer = within(screen.getByRole('contentinfo'));
  const help = ['Help', 'Delivery', 'Returns', 'Privacy'];
  const names = footer.getAllByRole('link').map(({ textContent }) => textContent);
  return { footer, links: names.filter((name) => !help.includes(name)) };
}

test('the footer has the contact and the links that the configuration names', async () => {
  const contact = { email: 'help@shop.example', hours: 'Daily, 10 to 18', address: 'Jaipur' };
  const social = [{ name: 'Instagram', url: 'https://www.instagram.com/shop' }];
  const { footer, links } = await openFooter({ apiBaseUrl: '/', contact, social });
  expect(links).toEqual(['help@shop.example', 'Instagram']);
  expect(footer.getByRole('link', { name: 'help@shop.example' }).getAttribute('href')).toBe(
    'mailto:help@shop.example',
  );
  expect(footer.getByText('Daily, 10 to 18')).toBeDefined();
});

test.each([
  ['a shop', [], { apiBaseUrl: '/' }],
  ['the demonstration', ['Instagram', 'Pinterest', 'YouTube'], {}],
] as const)(
  'where nothing is configured, the footer of %s links to %j',
  async (_, expected, config) => {
    const { footer, links } = await openFooter(config);
    expect(links).toEqual(expected);
    expect(footer.queryByRole('group')).toBeNull();
  },
);

test('the wait for the first page began with the document’s request', () => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(4000);
  const router = createMemoryRouter([{ path: '/', Component: Frame, children: [] }]);
  render(inShop(<RouterProvider router={router} />));
  const slow = () => screen.queryByText('This takes longer than usual.');
  expect(slow()).toBeNull();
  act(() => vi.advanceTimersByTime(1000));
  expect(slow()).not.toBeNull();
});

test('the slots that the shell declares are those that its contract has props for', () => {
  expectTypeOf<keyof SlotProps>().toEqualTypeOf<keyof typeof shell.slots>();
});
