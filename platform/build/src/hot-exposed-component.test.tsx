import { act, render, screen } from '@testing-library/react';
import * as React from 'react';
import { expect, test, vi } from 'vitest';
import { createHotComponent, fileAtFault } from './hot-exposed-component.ts';

const text = (words: string): { Component: React.ComponentType } => ({
  Component: () => <p>{words}</p>,
});

/** Opens a page that shows the component that `load` returns; its console is silent. */
function openPage(load: () => ReturnType<typeof text> | Promise<ReturnType<typeof text>>) {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockReturnValue();
  let current = load;
  const { Component, update } = createHotComponent(React, {
    load: () => current(),
    status: () => 'idle',
  });
  render(<Component />);
  const edit = (next: typeof load) => {
    current = next;
    act(() => update());
  };
  return { edit, reload };
}

function fail(message: string): never {
  throw new Error(message);
}

test('an edit replaces the mounted component or the message of a crash', () => {
  const { edit, reload } = openPage(() => text('one'));
  edit(() => fail('came apart'));
  expect(screen.getByRole('alert').textContent).toContain('came apart');
  edit(() => ({ Component: () => fail('came apart in render') }));
  expect(screen.getByRole('alert').textContent).toContain('came apart in render');
  edit(() => text('two'));
  expect(screen.getByText('two')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test('a component that is made with memo, forwardRef or lazy is mounted, and replaced by an edit', async () => {
  const One = React.memo(() => <p>one</p>);
  const Two = React.forwardRef(() => <p>two</p>);
  const Three = React.lazy(async () => ({ default: () => <p>three</p> }));
  const { edit } = openPage(() => ({ Component: One }));
  edit(() => ({ Component: Two }));
  expect(screen.getByText('two')).toBeTruthy();
  edit(() => ({ Component: Three }));
  expect(await screen.findByText('three')).toBeTruthy();
  edit(() => ({ Component: One }));
  expect(screen.getByText('one')).toBeTruthy();
});

test('a module with a top-level await is mounted, replaced by an edit, and its crash explained', async () => {
  const { edit, reload } = openPage(async () => text('one'));
  expect(await screen.findByText('one')).toBeTruthy();
  edit(async () => text('two'));
  expect(await screen.findByText('two')).toBeTruthy();
  edit(async () => fail('came apart while waiting'));
  expect((await screen.findByRole('alert')).textContent).toContain('came apart while waiting');
  edit(() => text('three'));
  expect(screen.getByText('three')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  edit(async () => fail('RuntimeError: factory is undefined(./a.ts)'));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('the page is reloaded when an update has removed a module that the next one needs', () => {
  const { edit, reload } = openPage(() => text('one'));
  edit(() => fail('RuntimeError: factory is undefined(webpack/sharing/consume/default/react)'));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the page is reloaded when the first file was broken and has been fixed', () => {
  const { edit, reload } = openPage(() => fail('Module build failed'));
  expect(reload).not.toHaveBeenCalled();
  edit(() => text('one'));
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  [
    'at x (http://localhost/remoteEntry.js:1:1)\nat Login (webpack-internal:///./src/Login.tsx:3:1)',
    'src/Login.tsx',
  ],
  ['at ./src/Login.tsx (http://localhost/Login.js:18:7)', 'src/Login.tsx'],
  [
    'at y (webpack-internal:///./node_modules/z.js:1:1)\nat x (webpack-internal:///./src/a.ts:1:1)',
    'src/a.ts',
  ],
  ['at http://localhost/shell.js:1:1', undefined],
])('%j was thrown in %s', (stack, file) => {
  expect(fileAtFault(Object.assign(new Error('x'), { stack }))).toBe(file);
});
