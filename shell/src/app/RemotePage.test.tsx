import { createPageRoute, createRedirects, RemotePage } from '@patchwork/host/boot';
import { RemoteLoadError } from '@patchwork/host/browser';
import { RouterProvider } from '@patchwork/host/router';
import { createMemoryRouter } from '@patchwork/host/router/testing';
import { aRemote, remotesOver } from '@patchwork/host/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { lazy, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { inShop } from '../test-support.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

const route = { page: 'profile', path: '/', access: 'open', module: './Profile' } as const;
const account = aRemote({ routes: [route] });

/** Opens a page whose component throws until `work` is called. It has no other version. */
function openCrashing() {
  let works = false;
  function Component() {
    if (!works) throw new Error('torn seam');
    return <h1>My Profile</h1>;
  }
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const loader = () => ({ remote: account, page: 'profile', Component });
  const router = createMemoryRouter([
    { path: '/', loader, Component: RemotePage, HydrateFallback: () => null },
  ]);
  const remotes = remotesOver(async () => ({ Component }), [account]);
  render(inShop(<RouterProvider router={router} />, { remotes }));
  return {
    reload,
    work() {
      works = true;
    },
  };
}

// `fireEvent` would let React render before the module is there.
const tryAgain = async () => (await screen.findByRole('button', { name: 'Try again' })).click();

test('a page that crashed is shown again without a reload, once it works', async () => {
  const { reload, work } = openCrashing();
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' });
  work();
  await tryAgain();
  expect(await screen.findByRole('heading', { name: 'My Profile' })).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test('if trying again did not help, the second time loads the whole page', async () => {
  const { reload } = openCrashing();
  await tryAgain();
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' });
  expect(reload).not.toHaveBeenCalled();
  await tryAgain();
  expect(reload).toHaveBeenCalledTimes(1);
});

/** Opens the page by its route, as the shell does. */
function renderPage(remotes: ReturnType<typeof remotesOver>): void {
  const page = createPageRoute(
    { remote: account, route },
    remotes,
    () => undefined,
    createRedirects(),
  );
  const router = createMemoryRouter([{ ...page, HydrateFallback: () => null }]);
  render(inShop(<RouterProvider router={router} />, { remotes }));
}

/** Opens a page whose module can't be loaded `failures` times, and is there at once after that. */
function openMissing(failures: number) {
  const remotes = remotesOver(async () => ({ Component: () => <h1>My Profile</h1> }), [account]);
  const load = vi.spyOn(remotes.loader, 'load');
  for (let count = 0; count < failures; count += 1) {
    load.mockRejectedValueOnce(new RemoteLoadError(account, './Profile', new Error('gone')));
  }
  renderPage(remotes);
}

test('a page is shown even if its module arrives before React has rendered the new attempt', async () => {
  openMissing(1);
  expect(await screen.findByRole('heading', { name: /Account/ })).toBeTruthy();
  expect(document.body.textContent).not.toContain('mfe-account');
  await tryAgain();
  expect(await screen.findByRole('heading', { name: 'My Profile' })).toBeTruthy();
});

test('a page that fails to load again keeps its error until it can be loaded', async () => {
  openMissing(2);
  await tryAgain();
  await screen.findByText(/Trying again did not help/);
  await tryAgain();
  expect(await screen.findByRole('heading', { name: 'My Profile' })).toBeTruthy();
});

/** Opens a page with a field, of whose files the late ones are gone until `put` is called. */
function openIncomplete() {
  let isGone = true;
  const late = async () => {
    if (!isGone) return { default: () => <p>The panel</p> };
    throw new Error('Loading chunk r failed.\n(error: /remotes/mfe-account/1.0.0/static/r.js)');
  };
  /** Evaluates the page's module. */
  function evaluate() {
    const Panel = lazy(late);
    return function Component() {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <label>
            Note <textarea />
          </label>
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
          {isOpen && <Panel />}
        </>
      );
    };
  }
  vi.stubGlobal('fetch', async () => new Response());
  const remotes = remotesOver(async () => ({ Component: evaluate() }), [account]);
  renderPage(remotes);
  return {
    put() {
      isGone = false;
    },
  };
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });

test('a file that is gone is one message, after which the page is there with what was typed', async () => {
  const { put } = openIncomplete();
  fireEvent.input(await field(), { target: { value: 'as a gift' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('heading', { name: /Account can’t be reached/ });
  put();
  await tryAgain();
  expect((await field()).value).toBe('as a gift');
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText('The panel')).toBeTruthy();
});

test('a press that could not load its file is a message too, and loading ahead is not', async () => {
  const { put } = openIncomplete();
  const activation = { isActive: false };
  vi.stubGlobal('navigator', { ...navigator, onLine: true, userActivation: activation });
  fireEvent.input(await field(), { target: { value: 'as a gift' } });
  const reject = () =>
    window.dispatchEvent(
      Object.assign(new Event('unhandledrejection'), {
        reason: new Error(`Loading chunk r failed.\n(error: ${location.origin}/r.js)`),
      }),
    );
  act(() => void reject());
  expect((await field()).value).toBe('as a gift');
  activation.isActive = true;
  act(() => void reject());
  await screen.findByRole('heading', { name: /Account can’t be reached/ });
  put();
  await tryAgain();
  expect((await field()).value).toBe('as a gift');
});
