import type { Steering } from '@patchwork/devtools-bridge';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SteeringBadge } from './SteeringBadge.tsx';

afterEach(cleanup);

const override = { remoteId: 'mfe-catalog', address: 'http://localhost:3001' };

function show(found: Partial<Steering>) {
  const steering: Steering = {
    overrides: [],
    breakages: {},
    failures: [],
    check: vi.fn(),
    use: vi.fn(),
    undo: vi.fn(),
    breakOn: vi.fn(),
    reload: vi.fn(),
    ...found,
  };
  render(<SteeringBadge steering={steering} />);
  return steering;
}

const badge = () => screen.queryByRole('complementary', { name: 'Not as released' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a page as released has no badge', () => {
  show({});
  expect(badge()).toBeNull();
});

test('an override is named with its address, and undone by one button', () => {
  const { undo } = show({ overrides: [override] });
  expect(badge()?.textContent).toContain('mfe-catalog from http://localhost:3001');
  press('Use released: mfe-catalog');
  expect(undo).toHaveBeenCalledWith('mfe-catalog');
});

test('a breakage is named, and mended by one button', () => {
  const { breakOn } = show({ breakages: { 'mfe-account': 'slow' } });
  expect(badge()?.textContent).toContain('mfe-account broken on purpose: slow');
  press('Mend: mfe-account');
  expect(breakOn).toHaveBeenCalledWith('mfe-account', null);
});

test('an override that was given up is said with its reason, until it is dismissed', () => {
  const { undo } = show({ failures: [{ override, reason: 'It is gone.' }] });
  expect(badge()?.textContent).toContain(
    'mfe-catalog is the released one. http://localhost:3001 could not be used: It is gone.',
  );
  press('Dismiss: mfe-catalog');
  expect(undo).toHaveBeenCalledWith('mfe-catalog');
  expect(badge()).toBeNull();
});
