import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { JsonTree } from './JsonTree.tsx';
import { parseExact } from './json-text.ts';

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const shown = () => screen.getByRole('group', { name: 'value' }).textContent;

/** Resolves once the tree's code has loaded. */
const renderTree = async (value: unknown) => {
  const rendered = render(<JsonTree label="value" value={value} />);
  await screen.findByRole('group', { name: 'value' });
  return rendered;
};

test('a value is opened level by level', async () => {
  await renderTree({ shop: { name: 'Patchwork', pieces: 4 }, open: true });
  expect(shown()).not.toContain('pieces');
  await press('shop');
  expect(shown()).toContain('"name":"Patchwork""pieces":4');
});

test('a part without siblings is open at first', async () => {
  await renderTree({ error: { message: 'The shop is shut.', code: 7 } });
  expect(shown()).toContain('The shop is shut.');
});

test('a long list and a large object are shown in groups', async () => {
  const list = Array.from({ length: 250 }, (_, index) => `piece ${index}`);
  const fields = Object.fromEntries(list.map((text, index) => [`field${index}`, text]));
  const { unmount } = await renderTree({ list, count: 250 });
  await press('list');
  expect(shown()).not.toContain('piece');
  await press('100 … 199');
  expect(shown()).toMatch(/"100":"piece 100".*"199":"piece 199"/);
  expect(shown()).not.toContain('piece 200');
  unmount();
  await renderTree(fields);
  expect(shown()).not.toContain('piece');
  await press('field200 … field249');
  expect(shown()).toMatch(/"field200":"piece 200".*"field249":"piece 249"/);
  expect(shown()).not.toContain('piece 199');
});

test('a wide value, and one in the middle, opens few rows at first', async () => {
  const wide = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`part${index}`, { a: 1, b: 2, c: 3 }]),
  );
  const rendered = render(<JsonTree label="value" value={wide} levels={2} />);
  await screen.findByRole('group', { name: 'value' });
  expect(shown()).not.toContain('"a"');
  rendered.unmount();
  const middle = { meta: { page: 1 }, data: { items: wide, total: 100 } };
  render(<JsonTree label="value" value={middle} levels={3} />);
  expect(shown()).toContain('"total":100');
  expect(shown()).not.toContain('part0');
  await press('items');
  expect(shown()).toContain('"part99"');
});

test('the groups of a wide value are closed at first, whatever the levels', async () => {
  const wide = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, 1]));
  render(<JsonTree label="value" value={wide} levels={2} />);
  await screen.findByRole('group', { name: 'value' });
  expect(screen.getAllByRole('button', { expanded: false })).toHaveLength(20);
  expect(shown()).not.toContain('"k0":1');
});

test('numbers that JavaScript would change are shown as they were received', async () => {
  const text = '{"id":4634343214213523454,"prices":[1.00,-0],"max":1e400,"n":7}';
  render(<JsonTree label="value" value={parseExact(text)} levels={2} />);
  await screen.findByRole('group', { name: 'value' });
  expect(shown()).toContain('"id":4634343214213523454');
  expect(shown()).toContain('0:1.001:-0');
  expect(shown()).toContain('"max":1e400"n":7');
});

test('a value that contains itself is shown', async () => {
  const ring: Record<string, unknown> = { label: 'ring', size: 1 };
  ring.self = ring;
  await renderTree(ring);
  expect(shown()).toContain('"label":"ring""size":1"self":[CIRCULAR REFERENCE]');
});

test('a date is shown with its time, and has no parts', async () => {
  await renderTree({ at: new Date('2026-01-02T03:04:05Z') });
  expect(shown()).toContain('"at":"2026-01-02T03:04:05.000Z"');
});

test('a very long text is shortened, and when opened it says how many characters are left out', async () => {
  await renderTree({ body: 'x'.repeat(1_000_000) });
  expect(shown()?.length).toBeLessThan(1000);
  await press(/x{20}/);
  expect(shown()).toMatch(/x… and 900000 characters more"/);
});

test('passwords and tokens are masked until their button is pressed', async () => {
  const form = { password: 'needle', email: 'a@b.c', token: 'thread' };
  await renderTree({ form, count: 1 });
  await press('form');
  expect(shown()).toContain('a@b.c');
  expect(shown()).not.toMatch(/needle|thread/);
  await press('Show password');
  expect(shown()).toContain('needle');
  expect(shown()).not.toContain('thread');
  await press('Hide password');
  expect(shown()).not.toContain('needle');
});

test('the tree is one stop of the Tab key, and arrow keys move, open and close', async () => {
  await renderTree({ one: { a: 1, b: 2 }, two: { c: 3, d: 4 } });
  const user = userEvent.setup();
  await user.tab();
  const focused = () => document.activeElement?.getAttribute('aria-label');
  expect(focused()).toBe('Whole value');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
  expect([focused(), shown()]).toEqual(['two', expect.stringContaining('"c":3')]);
  await user.tab();
  expect(document.activeElement).toBe(document.body);
  await user.tab({ shift: true });
  expect(focused()).toBe('two');
  await user.keyboard('{ArrowLeft}');
  expect(shown()).not.toContain('"c":3');
});

class Boundary extends Component<{ readonly children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render = () => (this.state.hasFailed ? <p>failed</p> : this.props.children);
}

test('a tree whose code failed to load is loaded again when it is mounted again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.resetModules();
  vi.doMock('./TreeView.tsx', () => {
    throw new Error('offline');
  });
  const { JsonTree: Tree } = await import('./JsonTree.tsx');
  const mount = () =>
    render(
      <Boundary>
        <Tree label="value" value={{ a: 1 }} />
      </Boundary>,
    );
  mount();
  await screen.findByText('failed');
  vi.doUnmock('./TreeView.tsx');
  mount();
  expect(await screen.findByRole('group', { name: 'value' })).toBeTruthy();
});
