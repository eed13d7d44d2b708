import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { account, catalog, openPage } from '../../test-support.tsx';
import { SettingsTab } from './SettingsTab.tsx';

const settings = {
  gallery: { type: 'boolean', default: false, purpose: 'the new gallery' },
  look: { type: 'choice', choices: ['grid', 'list'], default: 'grid', purpose: 'how it looks' },
  rows: { type: 'number', default: 3, purpose: 'how many rows' },
};

const registry = (answer: object | undefined) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      answer ? Response.json(answer) : new Response('', { status: 500 }),
    );

const released = {
  remotes: [
    { id: catalog.id, stable: { version: catalog.version, entry: catalog.entry, settings } },
  ],
};

async function openTab(values: typeof catalog.values, own: object = {}) {
  registry(released);
  const setSetting = vi.fn();
  const { inspection } = openPage({
    parts: { active: { remotes: [{ ...catalog, values }, account] } },
    remoteControls: { setSetting, settings: { 'mfe-catalog': own as never } },
  });
  render(<SettingsTab inspection={inspection} />);
  await screen.findByRole('heading', { name: 'mfe-catalog' });
  const item = (name: string) => {
    const found = screen.getAllByRole('listitem').find((each) => within(each).queryByText(name));
    if (!found) throw new Error(`no ${name}`);
    return within(found);
  };
  return { user: userEvent.setup(), setSetting, item };
}

test('each setting shows its value, its default, and where the value comes from', async () => {
  const { item } = await openTab(
    {
      gallery: { value: true, percent: 10, isOn: true },
      look: { value: 'list', percent: 20, isOn: false },
      rows: { value: 7, percent: 100, isOn: true },
    },
    { rows: 7 },
  );
  expect(item('gallery').getByText('share')).toBeDefined();
  expect(
    item('gallery').getByText(/default false\. true is set for 10 %.*you are one/),
  ).toBeDefined();
  expect(item('look').getByText('default')).toBeDefined();
  expect(item('look').getByText(/default grid\. list is set for 20 %.*you are none/)).toBeDefined();
  expect(item('rows').getByText('this tab')).toBeDefined();
  expect(item('rows').getByText(/default 3\. Only this tab has it/)).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'mfe-account' })).toBeNull();
});

test('a value is used in this tab, with the setting’s type', async () => {
  const { user, setSetting, item } = await openTab(undefined);
  await user.selectOptions(item('gallery').getByRole('combobox'), 'true');
  expect(setSetting).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Use it for gallery of mfe-catalog' }));
  const rows = item('rows').getByRole('spinbutton');
  await user.clear(rows);
  await user.type(rows, '4{Enter}');
  expect(setSetting.mock.calls).toEqual([
    ['mfe-catalog', 'gallery', true],
    ['mfe-catalog', 'rows', 4],
  ]);
});

test('a value of this tab is given up by one button', async () => {
  const { user, setSetting } = await openTab(
    { gallery: { value: true, percent: 100, isOn: true } },
    { gallery: true },
  );
  await user.click(screen.getByRole('button', { name: 'Use the shop’s gallery of mfe-catalog' }));
  expect(setSetting).toHaveBeenCalledWith('mfe-catalog', 'gallery', undefined);
});

test('a registry that can’t be read is named', async () => {
  registry(undefined);
  render(<SettingsTab inspection={openPage().inspection} />);
  expect((await screen.findByRole('alert')).textContent).toContain('responded with 500');
});
