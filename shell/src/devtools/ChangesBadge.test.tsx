import type { RemoteControls } from '@patchwork/host/devtools';
import type { OpenedPreviews } from '@patchwork/host/devtools/open-previews';
import { readRemoteChanges, writeRemoteChanges } from '@patchwork/host/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ChangesBadge } from './ChangesBadge.tsx';

const override = { remoteId: 'mfe-catalog', address: 'http://localhost:3001' };

const noPreviews: OpenedPreviews = { previews: [], failed: [] };

function show(found: Partial<RemoteControls>, previews = noPreviews) {
  const remoteControls: RemoteControls = {
    overrides: [],
    breakages: {},
    settings: {},
    failedOverrides: [],
    checkOverride: vi.fn(),
    setOverride: vi.fn(),
    removeOverride: vi.fn(),
    setBreakage: vi.fn(),
    setSetting: vi.fn(),
    setSettings: vi.fn(),
    reload: vi.fn(),
    ...found,
  };
  render(<ChangesBadge remoteControls={remoteControls} previews={previews} />);
  return remoteControls;
}

const badge = () => screen.queryByRole('complementary', { name: 'Not as released' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('an unchanged page has no badge', () => {
  show({});
  expect(badge()).toBeNull();
});

test('an override is shown with its URL, and removed by one button', () => {
  const { removeOverride } = show({ overrides: [override] });
  expect(badge()?.textContent).toContain('mfe-catalog from http://localhost:3001');
  press('Use released: mfe-catalog');
  expect(removeOverride).toHaveBeenCalledWith('mfe-catalog');
});

test('a breakage is shown, and repaired by one button', () => {
  const { setBreakage } = show({ breakages: { 'mfe-account': 'slow' } });
  expect(badge()?.textContent).toContain('mfe-account broken on purpose: slow');
  press('Repair: mfe-account');
  expect(setBreakage).toHaveBeenCalledWith('mfe-account', null);
});

test('an overridden setting is shown, and gets the shop’s value by one button', () => {
  const { setSetting } = show({ settings: { 'mfe-catalog': { 'first-row': 'bestsellers' } } });
  expect(badge()?.textContent).toContain('mfe-catalog first-row is bestsellers');
  press('Use the shop’s first-row: mfe-catalog');
  expect(setSetting).toHaveBeenCalledWith('mfe-catalog', 'first-row', undefined);
});

test('a failed override is shown with the reason until it is dismissed', () => {
  const { removeOverride } = show({ failedOverrides: [{ override, reason: 'It is gone.' }] });
  expect(badge()?.textContent).toContain(
    'mfe-catalog is the released one. http://localhost:3001 could not be used: It is gone.',
  );
  press('Dismiss: mfe-catalog');
  expect(removeOverride).toHaveBeenCalledWith('mfe-catalog');
  expect(badge()).toBeNull();
});

const release = {
  ...{ id: 'mfe-catalog', team: 'Catalogue', version: '1.1.0-b', entry: '/remoteEntry.js' },
  ...{ routes: [], fragments: {}, files: {}, integrity: {}, shared: {} },
};

test('a preview is shown with its remotes and versions, and ended by one button', () => {
  writeRemoteChanges({ ...readRemoteChanges(), previews: ['pr-42'] });
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const preview = { name: 'pr-42', since: '', until: '', remotes: [release] };
  show({}, { previews: [preview], failed: [] });
  expect(badge()?.textContent).toBe('Preview pr-42 mfe-catalog 1.1.0-bEnd preview');
  press('End preview: Preview pr-42');
  expect(reload).toHaveBeenCalledOnce();
  expect(readRemoteChanges().previews).toEqual([]);
});

test('a preview that does not exist is reported, until it is dismissed', () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  show({}, { previews: [], failed: [{ name: 'pr-99', reason: 'has ended' }] });
  expect(badge()?.textContent).toContain('Preview pr-99 has ended. This is the shop without it.');
  press('Dismiss: Preview pr-99');
  expect(badge()).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});
