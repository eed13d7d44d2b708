import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { RemoteControls } from '../remote-controls.ts';
import { ChangesBadge } from './ChangesBadge.tsx';

afterEach(cleanup);

const override = { remoteId: 'mfe-catalog', address: 'http://localhost:3001' };

function show(found: Partial<RemoteControls>) {
  const remoteControls: RemoteControls = {
    overrides: [],
    breakages: {},
    failedOverrides: [],
    checkOverride: vi.fn(),
    setOverride: vi.fn(),
    removeOverride: vi.fn(),
    setBreakage: vi.fn(),
    reload: vi.fn(),
    ...found,
  };
  render(<ChangesBadge remoteControls={remoteControls} />);
  return remoteControls;
}

const badge = () => screen.queryByRole('complementary', { name: 'Not as released' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a page as released has no badge', () => {
  show({});
  expect(badge()).toBeNull();
});

test('an override is named with its address, and removed by one button', () => {
  const { removeOverride } = show({ overrides: [override] });
  expect(badge()?.textContent).toContain('mfe-catalog from http://localhost:3001');
  press('Use released: mfe-catalog');
  expect(removeOverride).toHaveBeenCalledWith('mfe-catalog');
});

test('a breakage is named, and repaired by one button', () => {
  const { setBreakage } = show({ breakages: { 'mfe-account': 'slow' } });
  expect(badge()?.textContent).toContain('mfe-account broken on purpose: slow');
  press('Repair: mfe-account');
  expect(setBreakage).toHaveBeenCalledWith('mfe-account', null);
});

test('a failed override is shown with its reason, until it is dismissed', () => {
  const { removeOverride } = show({ failedOverrides: [{ override, reason: 'It is gone.' }] });
  expect(badge()?.textContent).toContain(
    'mfe-catalog is the released one. http://localhost:3001 could not be used: It is gone.',
  );
  press('Dismiss: mfe-catalog');
  expect(removeOverride).toHaveBeenCalledWith('mfe-catalog');
  expect(badge()).toBeNull();
});
