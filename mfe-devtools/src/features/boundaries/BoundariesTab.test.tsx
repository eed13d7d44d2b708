import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { BoundariesTab, hueRules, restoreBoundaries } from './BoundariesTab.tsx';

const page = document.createElement('main');

beforeEach(() => {
  document.body.append(page);
  page.innerHTML = `
    <div data-boundary="mfe-catalog" data-team="Catalogue" data-version="1.2.0">
      <h1>The collection</h1>
    </div>
    <div data-boundary="mfe-devtools"><div data-devtools></div></div>`;
});

afterEach(() => {
  page.remove();
  delete document.documentElement.dataset.boundaries;
});

const { inspection } = openPage();

function Panel() {
  useEffect(() => restoreBoundaries(inspection.active), []);
  return <BoundariesTab />;
}

function openTab() {
  const { unmount } = render(<Panel />);
  return { user: userEvent.setup(), unmount };
}

const shown = () => document.documentElement.dataset.boundaries;
const rows = () => within(screen.getByRole('list')).queryAllByRole('button');

test('boundaries stay on when the panel is closed, and after a reload, until they are switched off', async () => {
  const { user, unmount } = openTab();
  expect(shown()).toBeUndefined();
  await user.click(screen.getByRole('switch', { name: /^Show boundaries/ }));
  unmount();
  expect(shown()).toBe('on');
  delete document.documentElement.dataset.boundaries;
  openTab();
  expect(shown()).toBe('on');
  const toggle = screen.getByRole<HTMLInputElement>('switch');
  expect(toggle.checked).toBe(true);
  await user.click(toggle);
  expect(shown()).toBeUndefined();
});

test('the list follows the page, and does not list the devtools', async () => {
  openTab();
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('mfe-catalog1.2.0Catalogue'),
  ]);
  page.insertAdjacentHTML('beforeend', '<div data-boundary="mfe-account">Login</div>');
  expect(await screen.findByText('2 regions on this page')).toBeTruthy();
  page.querySelector('[data-boundary="mfe-catalog"]')?.remove();
  expect(await screen.findByText('1 region on this page')).toBeTruthy();
  expect(rows()[0]?.textContent).toContain('mfe-account');
});

test('a fragment is listed with its own remote and the surrounding one', () => {
  page
    .querySelector('h1')
    ?.insertAdjacentHTML(
      'afterend',
      '<div data-boundary="mfe-reviews" data-team="Reviews" data-version="3.0.0"><p>Good</p></div>',
    );
  openTab();
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'mfe-catalog1.2.0Cataloguepage “The collection”',
    'mfe-reviews3.0.0Reviewswithin mfe-catalog',
  ]);
});

test('a region is highlighted while its row is hovered over or focused', async () => {
  const { user, unmount } = openTab();
  const region = page.querySelector('[data-boundary="mfe-catalog"]');
  const isLit = () => region?.hasAttribute('data-boundary-lit');
  const [row] = rows();
  if (!row) throw new Error('no row');
  await user.hover(row);
  expect(isLit()).toBe(true);
  await user.unhover(row);
  expect(isLit()).toBe(false);
  row.focus();
  expect(isLit()).toBe(true);
  unmount();
  expect(isLit()).toBe(false);
});

test('each remote of the registry has its own hue', () => {
  openTab();
  const rules = document.adoptedStyleSheets.flatMap(({ cssRules }) =>
    [...cssRules].map(({ cssText }) => cssText),
  );
  for (const id of ['shell', 'mfe-catalog', 'mfe-account']) {
    expect(rules.join('\n')).toContain(`[data-boundary="${id}"]`);
  }
});

test('the hues of remotes differ clearly, and do not depend on the order of the registry', () => {
  const ids = ['mfe-catalog', 'mfe-account', 'mfe-checkout', 'mfe-devtools', 'mfe-a', 'mfe-b'];
  const rules = hueRules(ids);
  expect(hueRules(ids.toReversed())).toEqual(rules);
  expect(rules[0]).toBe('[data-boundary="mfe-a"],[data-boundary-row="mfe-a"]{--boundary-hue:30}');
  const hues = rules.map((rule) => Number(/(\d+)\}$/.exec(rule)?.[1])).sort((a, b) => a - b);
  for (const [index, hue] of hues.slice(1).entries()) {
    expect(hue - Number(hues[index])).toBeGreaterThan(25);
  }
});
