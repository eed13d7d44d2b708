import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Tabs } from './Tabs.tsx';

type Id = 'one' | 'two' | 'three';

function Page() {
  const [selected, setSelected] = useState<Id>('one');
  return (
    <Tabs<Id>
      label="Numbers"
      selected={selected}
      onSelect={setSelected}
      end={<button type="button">Close</button>}
      tabs={[
        { id: 'one', title: 'The first', panel: <input aria-label="Word" /> },
        { id: 'two', title: 'The second', panel: <p>Two</p> },
        { id: 'three', title: 'The third', panel: <p>Three</p> },
      ]}
    />
  );
}

function openPage() {
  render(<Page />);
  return userEvent.setup();
}

const tab = (name: string) => screen.getByRole('tab', { name });

test('the first tab is selected, and it and its panel refer to each other', () => {
  openPage();
  expect(screen.getByRole('tablist', { name: 'Numbers' })).toBeDefined();
  const panel = screen.getByRole('tabpanel', { name: 'The first' });
  expect(screen.getByRole('tab', { selected: true })).toBe(tab('The first'));
  expect(tab('The first').getAttribute('aria-controls')).toBe(panel.id);
});

test('a panel is mounted when first selected, and then keeps its input', async () => {
  const user = openPage();
  expect(screen.queryByText('Two')).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Word' }), 'cloth');
  await user.click(tab('The second'));
  expect(screen.getByText('Two')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(tab('The first'));
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'cloth');
});

test('arrow keys wrap around, Home and End select the first and last tab, and the focus follows', async () => {
  const user = openPage();
  tab('The first').focus();
  for (const [key, expected] of [
    ['{ArrowRight}', 'The second'],
    ['{End}', 'The third'],
    ['{ArrowRight}', 'The first'],
    ['{ArrowLeft}', 'The third'],
    ['{Home}', 'The first'],
    ['{Control>}{ArrowRight}{/Control}', 'The first'],
    ['{Alt>}{ArrowRight}{/Alt}', 'The first'],
    ['{ArrowDown}', 'The first'],
  ] as const) {
    await user.keyboard(key);
    expect(screen.getByRole('tab', { selected: true })).toBe(tab(expected));
    expect(document.activeElement).toBe(tab(expected));
  }
});

test('the tab list is one tab stop', async () => {
  const user = openPage();
  await user.click(tab('The second'));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(tab('The second'));
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
});

test('a key counts even if the tab of the previous key is selected later', async () => {
  const chosen: Id[] = [];
  const tabs = [
    { id: 'one', title: 'The first', panel: null },
    { id: 'two', title: 'The second', panel: null },
  ] as const;
  const page = (selected: Id) => (
    <Tabs<Id> label="Numbers" selected={selected} onSelect={(id) => chosen.push(id)} tabs={tabs} />
  );
  const { rerender } = render(page('one'));
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{ArrowRight}{Home}');
  expect(chosen).toEqual(['two', 'one']);
  rerender(page('two'));
  await user.keyboard('{End}');
  expect(chosen).toEqual(['two', 'one', 'two']);
});
