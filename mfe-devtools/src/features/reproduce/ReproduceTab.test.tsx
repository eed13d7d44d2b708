import { createBrowserRouter, RouterProvider } from '@patchwork/host/router';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { draftAtom } from '../../draft.ts';
import { mockOfEachTest, openPage } from '../../test-support.tsx';
import { readReproduction } from './link.ts';
import { ReproduceTab } from './ReproduceTab.tsx';

const mock = mockOfEachTest();

beforeEach(() => {
  window.history.replaceState(null, '', '/productlist?sort=LOWTOHIGH');
});

function openTab(parts: Parameters<typeof openPage>[0] = { parts: { mock: async () => mock() } }) {
  const { inspection } = openPage(parts);
  const router = createBrowserRouter([
    { path: '*', element: <ReproduceTab inspection={inspection} /> },
  ]);
  render(<RouterProvider router={router} />);
  return { inspection, user: userEvent.setup() };
}

const linkField = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reproduction link' });

/** Resolves to the state in the shown link. Expects the link to have the page's address. */
async function packed() {
  const { pathname, search, hash } = new URL(linkField().value);
  const read = await readReproduction(hash);
  if (!read.ok) throw new Error(read.error);
  expect(read.value.path).toBe(pathname + search);
  return read.value;
}

test('the link contains the current page, versions and mock', async () => {
  openTab();
  mock().control.playScenario('out-of-stock');
  const own = { method: 'GET', path: '/api/x', status: 418, headers: {}, delay: 50 } as const;
  const failures = { getCart: { rate: 0.5, as: 500 } };
  mock().control.changeSettings({ seed: 42, failures, responses: [own] });
  mock().control.removeRow('products', 'puddle-raincoat');
  await waitFor(async () =>
    expect(await packed()).toEqual({
      version: 1,
      shop: { 'mfe-catalog': '1.2.0', 'mfe-account': '2.0.0' },
      path: '/productlist?sort=LOWTOHIGH',
      mock: mock().control.exportSnapshot(),
    }),
  );
  expect(screen.getByText('1 change in products')).toBeDefined();
  expect(screen.getByText('GET /api/user/cart: 50% get status 500')).toBeDefined();
  expect(screen.getByText('GET /api/x: 418 after 50 ms')).toBeDefined();
  expect(screen.getByText(`${linkField().value.length} characters`)).toBeDefined();
});

test('the mock can be excluded', async () => {
  const { user } = openTab();
  await waitFor(async () => expect((await packed()).mock).toBeDefined());
  await user.click(screen.getByRole('checkbox', { name: 'Mock data and settings' }));
  await waitFor(async () => expect((await packed()).mock).toBeUndefined());
});

test('the tester’s draft is included on request, without its tokens and passwords', async () => {
  const { inspection, user } = openTab();
  const accept = { isUsed: true, header: 'Accept', value: '*/*' };
  const token = { isUsed: true, header: 'Authorization', value: 'secret-token' };
  const headers = [accept, token];
  const body = '{"password":"secret-password"}';
  inspection.store.set(draftAtom, { method: 'POST', endpoint: '/api/x', headers, body });
  await waitFor(async () => expect(await packed()).not.toHaveProperty('draft'));
  await user.click(screen.getByRole('checkbox', { name: 'The tester’s draft' }));
  await waitFor(async () => expect((await packed()).draft?.endpoint).toBe('/api/x'));
  const text = JSON.stringify(await packed());
  expect(text).toContain('Accept');
  expect(text).not.toMatch(/secret-(?:token|password)/);
});

test('the link has no secret of the page’s address, nor of a response that the developer set', async () => {
  window.history.replaceState(null, '', '/reset?token=S1&a=1');
  openTab();
  mock().control.changeSettings({
    responses: [
      {
        ...{ method: 'POST', path: '/api/auth/login', status: 200, delay: 0 },
        headers: { 'X-Session-Id': 'S2', 'X-Mine': '1' },
        body: { encodedToken: 'S3', foundUser: { email: 'a@b.example' } },
      },
    ],
  });
  await waitFor(async () => expect((await packed()).mock?.settings.responses).toHaveLength(1));
  const { path, mock: packedMock } = await packed();
  expect(path).toBe('/reset?token=&a=1');
  expect(packedMock?.settings.responses).toMatchObject([
    {
      headers: { 'X-Session-Id': '', 'X-Mine': '1' },
      body: { encodedToken: '', foundUser: { email: 'a@b.example' } },
    },
  ]);
});

test('the copied link is complete', async () => {
  const { user } = openTab();
  await waitFor(() => expect(linkField().value).not.toBe(''));
  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(await navigator.clipboard.readText()).toBe(linkField().value);
});

test('a link that chat programs would truncate has a warning', async () => {
  openTab();
  await waitFor(() => expect(linkField().value).not.toBe(''));
  expect(screen.queryByText(/cut a link this long/)).toBeNull();
  const [row] = mock().control.read().tables.products;
  // Noise, which hardly compresses.
  const description = Array.from({ length: 1000 }, (_, at) => Math.sin(at)).join(' ');
  mock().control.addRow('products', { ...row, _id: 'long', description });
  expect(await screen.findByText(/cut a link this long/)).toBeDefined();
});

test('with a real API, the link contains only the page and the draft', async () => {
  openTab({});
  await waitFor(async () => expect((await packed()).path).toBe('/productlist?sort=LOWTOHIGH'));
  expect(screen.getByText(/there is no mock to pack/)).toBeDefined();
  const choice = screen.getByRole('checkbox', { name: 'Mock data and settings' });
  expect(choice).toHaveProperty('disabled', true);
});
