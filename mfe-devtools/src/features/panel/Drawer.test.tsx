import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { Drawer, type PanelTab } from './Drawer.tsx';

function Broken(): never {
  throw new Error('broken');
}

const tabs: readonly PanelTab[] = [
  { id: 'one', title: 'One', Component: () => <input aria-label="Note" /> },
  { id: 'two', title: 'Two', Component: () => <p>second tab</p> },
  { id: 'broken', title: 'Broken', Component: Broken },
];

function openDrawer() {
  const { inspection } = openPage();
  const onClose = vi.fn();
  const { unmount } = render(
    <>
      <button type="button">Shop</button>
      <Drawer tabs={tabs} inspection={inspection} onClose={onClose}>
        {null}
      </Drawer>
    </>,
  );
  return { user: userEvent.setup(), onClose, unmount };
}

const tab = (name: string) => screen.getByRole('tab', { name });

test('opening the drawer moves the focus to the selected tab', () => {
  openDrawer();
  expect(screen.getByRole('dialog', { name: 'Devtools' })).toBeTruthy();
  expect(document.activeElement).toBe(tab('One'));
});

test('text typed into a tab is kept while another tab is open', async () => {
  const { user } = openDrawer();
  await user.type(screen.getByLabelText('Note'), 'remember');
  await user.click(tab('Two'));
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(tab('One'));
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('remember');
});

test('a tab that throws leaves the others usable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = openDrawer();
  await user.click(tab('Broken'));
  expect(screen.getByRole('alert').textContent).toContain('The tab Broken broke: Error: broken');
  await user.click(tab('Two'));
  expect(screen.getByText('second tab')).toBeTruthy();
});

test('Escape closes the drawer only when the focus is inside', async () => {
  const { user, onClose } = openDrawer();
  await user.click(screen.getByRole('button', { name: 'Shop' }));
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(tab('Two'));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('the keyboard changes the height within its limits', async () => {
  const { user } = openDrawer();
  const handle = screen.getByRole('separator', { name: 'Height of the devtools' });
  const now = () => Number(handle.getAttribute('aria-valuenow'));
  const before = now();
  handle.focus();
  await user.keyboard('{ArrowUp}');
  expect(now()).toBeGreaterThan(before);
  await user.keyboard('{End}{ArrowUp}');
  expect(now()).toBe(Number(handle.getAttribute('aria-valuemax')));
  expect(document.documentElement.style.getPropertyValue('--devtools-height')).toBe('90dvh');
});

test('height and selected tab are kept until the browser’s tab is closed', async () => {
  const { user, unmount } = openDrawer();
  await user.click(tab('Two'));
  screen.getByRole('separator').focus();
  await user.keyboard('{Home}');
  unmount();
  expect(document.documentElement.style.getPropertyValue('--devtools-height')).toBe('');
  openDrawer();
  expect(document.activeElement).toBe(tab('Two'));
  expect(screen.getByRole('separator').getAttribute('aria-valuenow')).toBe('20');
});

test('a stored height outside the limits is ignored', () => {
  sessionStorage.setItem('patchwork:devtools-height', '{"version":1,"value":4000}');
  openDrawer();
  expect(screen.getByRole('separator').getAttribute('aria-valuenow')).toBe('46');
});
