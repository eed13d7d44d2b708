import { act, cleanup, screen } from '@testing-library/react';
import { createContext, type ReactNode, startTransition, useContext, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { holdPresses } from '../early/hold-presses.ts';
import { fragmentKey } from '../registry/pages-and-slots.ts';
import { slotOf } from '../slot.ts';
import { activeRemote, remotesOver } from '../testing/remotes.ts';
import { RemotesContext } from './remotes-context.ts';
import { FragmentInHtml } from './Slot.tsx';

const remote = activeRemote('1.0.0', {
  fragments: { below: { module: './Below', prerender: true, height: '20rem' } },
});

const onAdd = vi.fn();

interface BelowProps {
  readonly count?: number;
}

function Below({ count = 0 }: BelowProps) {
  const [isAdded, setIsAdded] = useState(false);
  return (
    <>
      <p>{count} more</p>
      <input aria-label="Size" defaultValue="" />
      <a href="/linen">Linen</a>
      <button
        type="button"
        onClick={() => {
          onAdd();
          setIsAdded(true);
        }}
      >
        {isAdded ? 'Added' : 'Add'}
      </button>
    </>
  );
}

const Slot = slotOf<{ readonly below: BelowProps }>();

const Query = createContext('');

let setCount: (count: number) => void;
let setQuery: (query: string) => void;

interface PageProps {
  readonly loadWhen: () => Promise<void>;
}

function Shown({ loadWhen }: PageProps) {
  const [count, set] = useState(3);
  setCount = set;
  return <Slot name="below" props={{ count }} loadWhen={loadWhen} />;
}

const Where = () => <h1>{useContext(Query)}</h1>;

function QueryOf({ children }: { readonly children: ReactNode }) {
  const [query, set] = useState('all');
  setQuery = set;
  return <Query value={query}>{children}</Query>;
}

const Page = (props: PageProps) => (
  <QueryOf>
    <Where />
    <Shown {...props} />
  </QueryOf>
);

let root: Root | undefined;

beforeEach(() => {
  onAdd.mockReset();
  // React's development build warns of `data-pressed`, which it doesn't know.
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(async () => {
  await act(async () => root?.unmount());
  cleanup();
  document.body.innerHTML = '';
});

interface Options {
  readonly Component?: typeof Below | typeof Reading;
  readonly isCurrent?: () => boolean;
  readonly loadWhen?: () => Promise<void>;
  /** Version that this visitor gets. */
  readonly version?: string;
  /** Whether this visitor has the value of a setting for a tenth, on which the HTML depends. */
  readonly isOn?: boolean;
}

/** Reads what only the page's elements around it know. */
const Reading = ({ count = 0 }: BelowProps) => `${count} for ${useContext(Query)}`;

/** Hydrates a page whose fragment is in the HTML. The fragment's module arrives, or fails to, when the test says so. */
async function openPage({
  Component = Below,
  isCurrent = () => true,
  loadWhen = async () => undefined,
  version = remote.version,
  isOn = false,
}: Options = {}) {
  let [arrive, fail] = [(_module: object): void => {}, (_error: Error): void => {}];
  const load = vi.fn(
    () =>
      new Promise<object>((resolve, reject) => {
        [arrive, fail] = [resolve, reject];
      }),
  );
  const remotes = remotesOver(load, [
    { ...remote, version, values: { gallery: { value: true, percent: 10, isOn } } },
  ]);
  const onServer = (
    <RemotesContext value={remotes}>
      <Query value="all">
        <FragmentInHtml loaded={{ remote, Component }} slot="below" props={{ count: 3 }} />
      </Query>
    </RemotesContext>
  );
  document.body.innerHTML = `<div id="root"><h1>all</h1><div data-fragment="mfe-catalog below" data-filled="" data-settings="gallery">${renderToString(onServer)}</div></div>`;
  const container = document.querySelector('#root');
  if (!container) throw new Error('no container');
  const keys = new Set([fragmentKey('mfe-catalog', 'below', '{"count":3}')]);
  const inHtml = { keys, isCurrent };
  const recovered: unknown[] = [];
  const before = [...container.querySelectorAll('*')];
  await act(async () => {
    root = hydrateRoot(
      container,
      <RemotesContext value={{ ...remotes, inHtml }}>
        <Page loadWhen={loadWhen} />
      </RemotesContext>,
      { onRecoverableError: (error) => recovered.push(error) },
    );
  });
  return {
    load,
    recovered,
    hasStayed: () => before.every((element) => element.isConnected),
    arrive: () => act(async () => arrive({ Component })),
    fail: () => act(async () => fail(new Error('offline'))),
  };
}

const filled = () => document.querySelector('[data-filled]');

test('the server’s elements stay while the fragment loads, and when it is there', async () => {
  const { hasStayed, arrive, recovered } = await openPage();
  expect(screen.getByText('3 more')).toBeTruthy();
  expect(hasStayed()).toBe(true);
  expect(filled()).not.toBeNull();
  await arrive();
  expect(hasStayed()).toBe(true);
  expect(filled()).toBeNull();
  expect(recovered).toEqual([]);
  await act(async () => screen.getByRole('button').click());
  expect(screen.getByRole('button', { name: 'Added' })).toBeTruthy();
});

test('a press before the fragment is there counts once, and so does one after it', async () => {
  holdPresses(() => false);
  const { arrive, hasStayed } = await openPage();
  screen.getByRole('button').click();
  expect(onAdd).not.toHaveBeenCalled();
  await arrive();
  expect(hasStayed()).toBe(true);
  expect(onAdd).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Added' })).toBeTruthy();
  await act(async () => screen.getByRole('button').click());
  expect(onAdd).toHaveBeenCalledTimes(2);
});

test('what was typed before the fragment is there stays', async () => {
  const { arrive } = await openPage();
  const box = screen.getByRole<HTMLInputElement>('textbox');
  box.focus();
  box.value = 'M';
  await arrive();
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('M');
  expect(document.activeElement).toBe(box);
});

test('it gets other props later, and keeps its state', async () => {
  const { arrive } = await openPage();
  await arrive();
  await act(async () => screen.getByRole('button').click());
  await act(async () => setCount(4));
  expect(screen.getByText('4 more')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Added' })).toBeTruthy();
});

test('other props before it is there don’t take the server’s elements away', async () => {
  const { arrive, hasStayed } = await openPage();
  await act(async () => setCount(4));
  expect(hasStayed()).toBe(true);
  await arrive();
  expect(screen.getByText('4 more')).toBeTruthy();
});

test('a change of the page around it waits for it at most until it is loaded, near or not', async () => {
  const never = () => new Promise<void>(() => undefined);
  const { load, arrive } = await openPage({ Component: Reading, loadWhen: never });
  expect(load).not.toHaveBeenCalled();
  await act(async () => startTransition(() => setQuery('linen')));
  expect(load).toHaveBeenCalledOnce();
  await arrive();
  expect(screen.getByRole('heading').textContent).toBe('linen');
  expect(document.body.textContent).toContain('3 for linen');
});

test.each<[string, Options]>([
  ['the page’s data has changed meanwhile', { isCurrent: () => false }],
  ['this visitor gets another version', { version: '2.0.0' }],
])(
  'if %s, the fragment replaces the server’s elements, and a press counts',
  async (_why, options) => {
    holdPresses(() => false);
    const { arrive, hasStayed, recovered } = await openPage(options);
    screen.getByRole('button').click();
    await arrive();
    expect(hasStayed()).toBe(false);
    expect(filled()).toBeNull();
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(onAdd).toHaveBeenCalledOnce();
    expect(recovered).toEqual([]);
  },
);

test('if it can’t be loaded, its space is reserved as that of any other fragment', async () => {
  const { fail } = await openPage();
  await fail();
  expect(screen.queryByRole('button')).toBeNull();
  expect(filled()).toBeNull();
  const [space] = document.querySelector('[data-fragment]')?.children ?? [];
  expect(space?.getAttribute('style')).toContain('20rem');
});

test('a fragment that mounts later is not taken for the one in the HTML', async () => {
  const inHtml = { keys: new Set<string>(), isCurrent: () => true };
  const remotes = { ...remotesOver(() => new Promise(() => undefined), [remote]), inHtml };
  document.body.innerHTML =
    '<div id="root"><h1>all</h1><div data-fragment="mfe-catalog below"><div></div></div></div>';
  const recovered: unknown[] = [];
  const container = document.querySelector('#root');
  onTestFinished(() => expect(recovered).toEqual([]));
  await act(async () => {
    root = hydrateRoot(
      container as Element,
      <RemotesContext value={remotes}>
        <Page loadWhen={async () => undefined} />
      </RemotesContext>,
      { onRecoverableError: (error) => recovered.push(error) },
    );
  });
});

test('a visitor with another value of a setting gets the fragment rendered anew, without an error', async () => {
  const { hasStayed, arrive, recovered } = await openPage({ isOn: true });
  await arrive();
  expect(hasStayed()).toBe(false);
  expect(screen.getByText('3 more')).toBeTruthy();
  expect(recovered).toEqual([]);
});
