import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftAtom, firstDraft } from '../../draft.ts';
import { mockOfEachTest, openPage } from '../../test-support.tsx';
import { packReproduction } from './link.ts';
import { ReproduceOffer } from './ReproduceOffer.tsx';
import type { Reproduction } from './reproduction.ts';

const mock = mockOfEachTest();
const load = vi.fn();

beforeEach(() => {
  load.mockReset();
  vi.spyOn(window.location, 'replace').mockImplementation(load);
});

afterEach(() => {
  window.history.replaceState(null, '', '/');
});

const reproduction: Reproduction = {
  version: 1,
  shop: { 'mfe-catalog': '1.0.0' },
  path: '/productlist?sort=LOWTOHIGH',
  mock: {
    scenario: 'flaky-network',
    settings: { delay: 1000, seed: 42, failures: { getCart: { rate: 1, as: 503 } } },
    difference: [{ op: 'replace', path: '/products/puddle-raincoat/price', value: '7' }],
  },
  draft: { ...firstDraft, method: 'POST', endpoint: '/api/user/cart' },
};

function openLink(hash: string, parts: Parameters<typeof openPage>[0] = {}) {
  window.history.replaceState({ idx: 3 }, '', `/somewhere?a=1${hash}`);
  const page = openPage({ parts: { mock: async () => mock(), ...parts.parts } });
  render(<ReproduceOffer inspection={page.inspection} />);
  return { ...page, user: userEvent.setup() };
}

test('without a reproduction link, nothing is shown', () => {
  openLink('#other');
  expect(document.body.textContent).toBe('');
});

test('the offer describes what the link would change, and changes nothing yet', async () => {
  const { inspection } = openLink(await packReproduction(reproduction));
  expect(await screen.findByText('Flaky network')).toBeDefined();
  expect(screen.getByText('1 change in products')).toBeDefined();
  expect(screen.getByText('Made with mfe-catalog 1.0.0, here 1.2.0.')).toBeDefined();
  expect(mock().control.read().scenario).toBe('sample');
  expect(inspection.store.get(draftAtom).endpoint).toBe('');
  expect(load).not.toHaveBeenCalled();
});

test('Apply sets the mock and the draft from the link and loads its page', async () => {
  const { inspection, user } = openLink(await packReproduction(reproduction));
  await user.click(await screen.findByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(load).toHaveBeenCalledWith('/productlist?sort=LOWTOHIGH'));
  expect(mock().control.exportSnapshot()).toEqual(reproduction.mock);
  expect(inspection.store.get(draftAtom)).toMatchObject({
    method: 'POST',
    endpoint: '/api/user/cart',
  });
});

test('Ignore removes the link from the URL and changes nothing else', async () => {
  const { user } = openLink(await packReproduction(reproduction));
  const before = window.history.length;
  await user.click(await screen.findByRole('button', { name: 'Ignore' }));
  const { pathname, search, hash } = window.location;
  expect(pathname + search + hash).toBe('/somewhere?a=1');
  expect(window.history.state).toEqual({ idx: 3 });
  expect(window.history.length).toBe(before);
  expect(screen.queryByRole('button')).toBeNull();
  expect(mock().control.read().scenario).toBe('sample');
});

test('a damaged link is refused with a message', async () => {
  const hash = await packReproduction(reproduction);
  const { user } = openLink(hash.slice(0, -20));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link is damaged: a part of it is missing or changed, its checksum does not fit. Nothing was changed.',
  );
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(window.location.hash).toBe('');
});

test('data that violates the schema is refused, and nothing changes', async () => {
  const step = { op: 'replace', path: '/products/puddle-raincoat/price', value: 7 } as const;
  const broken = reproduction.mock && { ...reproduction.mock, difference: [step] };
  const { inspection, user } = openLink(await packReproduction({ ...reproduction, mock: broken }));
  await user.click(await screen.findByRole('button', { name: 'Apply' }));
  expect((await screen.findByRole('alert')).textContent).toContain('price');
  expect(load).not.toHaveBeenCalled();
  expect(mock().control.read()).toMatchObject({ scenario: 'sample', changes: { length: 1 } });
  expect(inspection.store.get(draftAtom).endpoint).toBe('');
});

test('when the mock fails to start, nothing changes and the reason is shown', async () => {
  const failing = () => Promise.reject(new Error('chunk 7 is missing'));
  const { inspection, user } = openLink(await packReproduction(reproduction), {
    parts: { mock: failing },
  });
  await user.click(await screen.findByRole('button', { name: 'Apply' }));
  expect((await screen.findByRole('alert')).textContent).toContain('chunk 7 is missing');
  expect(inspection.store.get(draftAtom).endpoint).toBe('');
  expect(load).not.toHaveBeenCalled();
});

test('with a real API, only the page and the draft are applied', async () => {
  const { inspection, user } = openLink(await packReproduction(reproduction), {
    parts: { mock: undefined },
  });
  expect(await screen.findByText(/what the link holds for the mock is ignored/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(load).toHaveBeenCalled());
  expect(inspection.store.get(draftAtom).endpoint).toBe('/api/user/cart');
});
