import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { catalog, openPage } from '../../test-support.tsx';
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

interface PanelProps {
  readonly inspected?: typeof inspection;
}

function Panel({ inspected = inspection }: PanelProps) {
  useEffect(() => restoreBoundaries(inspected.active), [inspected]);
  return <BoundariesTab inspection={inspected} />;
}

function openTab(props: PanelProps = {}) {
  const { unmount } = render(<Panel {...props} />);
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

/** Lets `fetch` answer with these texts, by address, and with 404 for others. Returns the requested addresses. */
function serve(files: Readonly<Record<string, string>>): string[] {
  const requested: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => {
    const url = String(request);
    requested.push(url);
    const text = files[url];
    return new Response(text, { status: text === undefined ? 404 : 200 });
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return requested;
}

const header = `
  <div data-boundary="mfe-catalog" data-team="Catalogue" data-version="1.2.0" data-slot="header-search">
    <input aria-label="Search" />
  </div>`;

/** Opens the page at a path, with the tab's picker. The test DOM has no layout: `under` is what is under the pointer. */
async function startPicking(path: string, under: string) {
  history.replaceState(null, '', path);
  onTestFinished(() => history.replaceState(null, '', '/'));
  page.insertAdjacentHTML('beforeend', header);
  serve({});
  const view = openTab();
  await screen.findByText('2 regions on this page');
  await view.user.click(screen.getByRole('button', { name: 'Pick on the page' }));
  const layer = screen.getByRole('application', { name: 'Pick a part of the page' });
  const elementsFromPoint = () => [layer, page.querySelector(under) ?? page, document.body];
  Object.assign(document, { elementsFromPoint });
  onTestFinished(() => void Reflect.deleteProperty(document, 'elementsFromPoint'));
  return { ...view, layer };
}

const litRegions = () => [...page.querySelectorAll('[data-boundary-lit]')];

test('a click picks the part under the pointer, and does nothing on the page', async () => {
  const { user, layer } = await startPicking('/wishlist', 'h1');
  const pressed = vi.fn();
  const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  for (const kind of kinds) document.addEventListener(kind, pressed);
  onTestFinished(() => {
    for (const kind of kinds) document.removeEventListener(kind, pressed);
  });
  await user.pointer({ target: layer, coords: { x: 10, y: 10 } });
  expect(within(layer).getByRole('status').textContent).toBe(
    'mfe-catalog 1.2.0Catalogue · ./Wishlist · page wishlist at /wishlist',
  );
  expect(litRegions()).toEqual([page.firstElementChild]);
  await user.pointer({ target: layer, keys: '[MouseLeft]' });
  expect(pressed).not.toHaveBeenCalled();
  expect(screen.queryByRole('application')).toBeNull();
  const [row] = rows();
  expect(document.activeElement).toBe(row);
  expect(row?.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('page wishlist at /wishlist')).toBeTruthy();
  expect(screen.getByText('./Wishlist')).toBeTruthy();
});

test('the keys go through the parts of the page, and Enter picks one', async () => {
  const { user, layer } = await startPicking('/', 'h1');
  expect(document.activeElement).toBe(layer);
  await user.keyboard('{Enter}{ArrowDown}{ArrowDown}');
  expect(within(layer).getByRole('status').textContent).toContain(
    './HeaderSearch · slot header-search',
  );
  await user.tab();
  expect(litRegions()).toEqual([page.firstElementChild]);
  await user.tab({ shift: true });
  await user.keyboard('{Enter}');
  const [, row] = rows();
  expect(document.activeElement).toBe(row);
  expect(row?.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('slot header-search')).toBeTruthy();
});

test('Escape ends the picking, and returns the focus', async () => {
  const { user } = await startPicking('/', 'h1');
  await user.keyboard('{ArrowDown}{Escape}');
  expect(screen.queryByRole('application')).toBeNull();
  expect(litRegions()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pick on the page' }));
  expect(rows().map((row) => row.getAttribute('aria-expanded'))).toEqual(['false', 'false']);
});

const published = `${location.origin}/remotes/mfe-catalog/1.2.0/remote.json`;

test('a region leads to the repository that its remote’s declaration names', async () => {
  serve({ [published]: JSON.stringify({ repository: 'https://git.example/catalog' }) });
  const { user } = openTab();
  await user.click(rows()[0] as HTMLElement);
  const link = await screen.findByRole('link', { name: 'https://git.example/catalog' });
  expect(link.getAttribute('href')).toBe('https://git.example/catalog');
});

test('an address that is not of a web page becomes no link', async () => {
  const requested = serve({ [published]: JSON.stringify({ repository: 'javascript:alert(1)' }) });
  const { user } = openTab();
  await user.click(rows()[0] as HTMLElement);
  await vi.waitFor(() => expect(requested).toEqual([published]));
  expect(screen.queryByRole('link')).toBeNull();
});

const server = 'http://localhost:3001';
const inDevelopment = { ...catalog, entry: `${server}/remoteEntry.js` };
const developed = openPage({ parts: { active: { remotes: [inDevelopment] } } }).inspection;
const stats = { exposes: [{ path: './Home', file: 'src/exposes/Home.tsx' }] };
const probe = `${server}/__open-in-editor?file=no-such-file`;
const opened = `${server}/__open-in-editor?file=src%2Fexposes%2FHome.tsx`;

test('the source of a remote in development opens in the editor', async () => {
  const files = { [`${server}/mf-stats.json`]: JSON.stringify(stats), [probe]: '', [opened]: '' };
  const requested = serve(files);
  const { user } = openTab({ inspected: developed });
  await user.click(rows()[0] as HTMLElement);
  await user.click(
    await screen.findByRole('button', { name: 'Open src/exposes/Home.tsx in the editor' }),
  );
  expect(requested.at(-1)).toBe(opened);
  expect(await screen.findByText(/^Asked the development server/)).toBeTruthy();
});

test('a development server that can’t open files offers none', async () => {
  const requested = serve({
    [`${server}/mf-stats.json`]: JSON.stringify(stats),
    [probe]: '<html>',
  });
  const { user } = openTab({ inspected: developed });
  await user.click(rows()[0] as HTMLElement);
  await vi.waitFor(() => expect(requested).toContain(probe));
  expect(screen.queryByRole('button', { name: /in the editor$/ })).toBeNull();
});
