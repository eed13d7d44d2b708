import { type ModuleLoader, RemotesContext, regionOf } from '@patchwork/host/browser';
import { createPageLogs } from '@patchwork/host/devtools';
import { remotesOver } from '@patchwork/host/testing';
import { createCallLog, type DevtoolsPanelProps } from '@patchwork/kit/devtools';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { Devtools, DevtoolsContext } from './Devtools.tsx';
import type { InspectedShop } from './inspected-shop.ts';
import { Launcher, useLauncherPlacement } from './Launcher.tsx';

// The first import of the panel takes longer than a test's timeout.
beforeAll(async () => void (await import('./Panel.tsx')));

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  location.hash = '';
});

const devtools = {
  id: 'mfe-devtools',
  team: 'Devtools',
  version: '2.0.0',
  entry: '/d/remoteEntry.js',
  routes: [],
  fragments: { devtools: { module: './Panel' } },
  files: {},
};

function Component({ inspection, onClose }: DevtoolsPanelProps) {
  return (
    <dialog open>
      <p>{inspection.active.remotes.map(({ id }) => id)}</p>
      <button type="button" ref={(button) => button?.focus()} onClick={onClose}>
        Close the panel
      </button>
    </dialog>
  );
}

const remoteControls: InspectedShop['remoteControls'] = {
  overrides: [],
  breakages: {},
  settings: {},
  failedOverrides: [],
  checkOverride: () => expect.unreachable(),
  setOverride: () => undefined,
  removeOverride: () => undefined,
  setBreakage: () => undefined,
  setSetting: () => undefined,
  setSettings: () => undefined,
  reload: async () => undefined,
};

/** Renders a page with a text field, and with devtools if they are allowed. */
function showPage(load: ModuleLoader['load'], { remotes = [devtools], isAllowed = true } = {}) {
  const page = remotesOver(load, remotes);
  const logs = createPageLogs(() => page.active.remotes);
  const shop: InspectedShop = {
    Launcher,
    store: logs.store,
    remotes: page,
    problems: [],
    showError: () => undefined,
    logs,
    calls: createCallLog(logs),
    mock: undefined,
    conditions: undefined,
    served: { active: page.active, devtools: {} },
    revalidate: async () => undefined,
    region: regionOf({ id: 'shell', team: 'Shell', version: '1.0.0' }),
    remoteControls,
  };
  render(
    <RemotesContext value={page}>
      <DevtoolsContext value={isAllowed ? shop : undefined}>
        <input aria-label="Search" />
        <Devtools />
      </DevtoolsContext>
    </RemotesContext>,
  );
  return shop;
}

const loadPanel = vi.fn<ModuleLoader['load']>(async () => ({ Component }));
afterEach(() => loadPanel.mockClear());

const launcher = () => screen.getByRole('button', { name: 'Open devtools' });
const closeButton = () => screen.findByRole('button', { name: 'Close the panel' });
const press = (target: Element, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key: 'Î', code: 'KeyD', altKey: true, shiftKey: true, ...more });

test('if devtools are not allowed, there is neither button nor shortcut', () => {
  showPage(loadPanel, { isAllowed: false });
  expect(screen.queryByRole('button')).toBeNull();
  press(document.body);
  expect(screen.queryByRole('dialog')).toBeNull();
});

const place = () => {
  const { style, dataset } = launcher().closest('aside') ?? expect.unreachable();
  return [dataset.side, Number(style.getPropertyValue('--up'))];
};

test('the arrow keys move the button along both edges, and it keeps its place', async () => {
  showPage(loadPanel);
  expect(place()).toEqual(['start', 0]);
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp']) fireEvent.keyDown(launcher(), { key });
  expect(place()).toEqual(['end', 0.1]);
  cleanup();
  showPage(loadPanel);
  expect(place()).toEqual(['end', 0.1]);
});

test('a button that was dragged stays at the nearer edge, and does not open the panel', async () => {
  const { documentElement } = document;
  vi.spyOn(documentElement, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(documentElement, 'clientHeight', 'get').mockReturnValue(800);
  showPage(loadPanel);
  const at = (clientX: number, clientY: number) => ({ pointerId: 1, clientX, clientY, button: 0 });
  fireEvent.pointerDown(launcher(), at(20, 780));
  fireEvent.pointerMove(launcher(), at(700, 200));
  fireEvent.pointerUp(launcher(), at(700, 200));
  fireEvent.click(launcher(), { detail: 1 });
  expect(place()).toEqual(['end', 0.75]);
  expect(launcher().getAttribute('aria-expanded')).toBe('false');
  // A hand that shakes still presses.
  fireEvent.pointerDown(launcher(), at(700, 200));
  fireEvent.pointerMove(launcher(), at(702, 203));
  fireEvent.pointerUp(launcher(), at(702, 203));
  fireEvent.click(launcher(), { detail: 1 });
  expect(place()).toEqual(['end', 0.75]);
  expect(await screen.findByRole('dialog')).toBeDefined();
});

test.each(['{', '{"version":1,"value":{"side":"top","up":2}}'])(
  'a stored place that is unreadable is discarded: %s',
  (text) => {
    localStorage.setItem('patchwork:devtools-button', text);
    showPage(loadPanel);
    expect(place()).toEqual(['start', 0]);
  },
);

test('nothing is loaded before the panel is opened; then it gets the page’s data', async () => {
  showPage(loadPanel);
  expect(launcher().getAttribute('aria-expanded')).toBe('false');
  expect(launcher().getAttribute('aria-keyshortcuts')).toBe('Alt+Shift+D');
  expect(loadPanel).not.toHaveBeenCalled();
  fireEvent.click(launcher());
  const panel = await screen.findByRole('dialog');
  expect(loadPanel.mock.calls).toEqual([[devtools, './Panel']]);
  expect(panel.textContent).toContain('mfe-devtools');
  expect(panel.parentElement?.dataset).toMatchObject({
    boundary: 'mfe-devtools',
    team: 'Devtools',
    version: '2.0.0',
  });
  expect(launcher().getAttribute('aria-expanded')).toBe('true');
});

test('the shortcut works in a text field without typing a letter, and the focus returns', async () => {
  showPage(loadPanel);
  const search = screen.getByRole('textbox');
  search.focus();
  // fireEvent returns false if the default action was prevented: no letter is typed.
  expect(press(search)).toBe(false);
  const inside = await closeButton();
  expect(document.activeElement).toBe(inside);
  press(inside);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(search);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: false }, { code: 'KeyE' }])(
  'another key combination does nothing: %j',
  (keys) => {
    showPage(loadPanel);
    expect(press(document.body, keys)).toBe(true);
    expect(launcher().getAttribute('aria-expanded')).toBe('false');
  },
);

test('on closing, the launcher gets the focus if nothing had it before', async () => {
  showPage(loadPanel);
  press(document.body);
  fireEvent.click(await closeButton());
  expect(document.activeElement).toBe(launcher());
});

test('a focus in the shop stays there when the panel closes', async () => {
  showPage(loadPanel);
  fireEvent.click(launcher());
  await closeButton();
  const search = screen.getByRole('textbox');
  search.focus();
  press(search);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(search);
});

test('a panel that was open opens again after a reload, until it is closed', async () => {
  showPage(loadPanel);
  fireEvent.click(launcher());
  await closeButton();
  cleanup();
  showPage(loadPanel);
  expect(launcher().getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(await closeButton());
  cleanup();
  showPage(loadPanel);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(launcher().getAttribute('aria-expanded')).toBe('false');
});

test('a panel that is closed before the browser is idle after a reload stays closed', async () => {
  showPage(loadPanel);
  fireEvent.click(launcher());
  await closeButton();
  cleanup();
  showPage(loadPanel);
  press(document.body);
  press(document.body);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(launcher().getAttribute('aria-expanded')).toBe('false');
});

test('a reproduction link opens the panel immediately', async () => {
  location.hash = '#reproduce=abc';
  showPage(loadPanel);
  expect(launcher().getAttribute('aria-expanded')).toBe('true');
  await closeButton();
});

test('another panel gets what happens on the page: the one in docs/devtools.md', async () => {
  const { Component } = await import('./other-panel.tsx');
  const { calls } = showPage(async () => ({ Component }));
  fireEvent.click(launcher());
  const panel = await screen.findByRole('complementary', { name: 'Calls by remote' });
  expect(panel.textContent).toContain('mfe-devtools 2.0.0: 0');
  const call = { name: 'listCategories', method: 'GET', url: '/api/categories', headers: {} };
  await act(async () => {
    calls.onCall({ ...call, body: undefined, initiator: 'mfe-devtools' });
    calls.onCall({ ...call, body: undefined, initiator: 'shell' });
  });
  expect(panel.textContent).toContain('mfe-devtools 2.0.0: 1');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('complementary', { name: 'Calls by remote' })).toBeNull();
});

test('a panel that can’t be loaded shows an error message and can be retried', async () => {
  const load = vi.fn(loadPanel).mockRejectedValueOnce(new Error('mfe-devtools is down'));
  showPage(load);
  fireEvent.click(launcher());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('mfe-devtools is down.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a shop without a devtools remote says so, and the message can be closed', async () => {
  showPage(() => expect.unreachable(), { remotes: [] });
  fireEvent.click(launcher());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('No remote of this shop fills the slot “devtools”.');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(launcher());
});

test('a crashed panel leaves the page as it is and can be retried', async () => {
  let isBroken = true;
  function Broken(props: DevtoolsPanelProps) {
    if (isBroken) throw new Error('broken');
    return <Component {...props} />;
  }
  showPage(async () => ({ Component: Broken }));
  fireEvent.click(launcher());
  expect((await screen.findByRole('alert')).textContent).toContain('stopped with an error');
  expect(screen.getByRole('textbox')).toBeTruthy();
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

function Placement() {
  return <output>{useLauncherPlacement()}</output>;
}

const placement = () => screen.getByRole('status').textContent;

/** Scrolls a 3,000 pixel high page in an 800 pixel high window, until the test ends. */
function scrollTo(scrollTop: number): void {
  const sizes = { scrollTop, clientHeight: 800, scrollHeight: 3000 };
  for (const [name, value] of Object.entries(sizes)) {
    Object.defineProperty(document.documentElement, name, { value, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(document.documentElement, name));
  }
  act(() => void window.dispatchEvent(new Event('scroll')));
}

const wait = (duration: number) => act(() => vi.advanceTimersByTime(duration));

describe('the launcher', () => {
  beforeEach(() => void vi.useFakeTimers());

  test('is hidden while the page is scrolled, and docked when it stops', () => {
    render(<Placement />);
    expect(placement()).toBe('docked');
    scrollTo(400);
    expect(placement()).toBe('hidden');
    wait(200);
    scrollTo(700);
    wait(200);
    expect(placement()).toBe('hidden');
    wait(100);
    expect(placement()).toBe('docked');
  });

  test('is docked soon after the browser says that scrolling has ended, unless it goes on', () => {
    render(<Placement />);
    scrollTo(400);
    expect(placement()).toBe('hidden');
    const endScroll = () => act(() => void window.dispatchEvent(new Event('scrollend')));
    endScroll();
    wait(40);
    scrollTo(480);
    wait(60);
    expect(placement()).toBe('hidden');
    endScroll();
    wait(80);
    expect(placement()).toBe('docked');
  });

  test('is undocked at the page’s end, where there is room for the whole button', () => {
    render(<Placement />);
    scrollTo(2199.5);
    wait(300);
    expect(placement()).toBe('free');
  });
});
