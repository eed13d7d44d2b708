import { anAddress } from '@patchwork/kit/testing/samples';
import { addressesAtom, servicesAtom } from '@patchwork/shop';
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Slot } from '../../slots.ts';
import { openPage, twoLines } from '../../test-support.tsx';
import { Checkout } from './Checkout.tsx';

vi.mock('../../slots.ts', { spy: true });

test('the form for a first address keeps its text when a reload fails and another tab saves an address', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.mocked(Slot).mockImplementation(({ props }) => (
    <>
      <input aria-label="Street" />
      {props && 'onCancel' in props && props.onCancel && (
        <button type="button" onClick={props.onCancel}>
          Cancel
        </button>
      )}
    </>
  ));
  const { user, store, mock } = await openPage({
    ...{ path: '/checkout', Component: Checkout, cart: twoLines, addresses: [] },
  });
  const street = await screen.findByRole('textbox', { name: 'Street' });
  await user.type(street, 'Spindle');
  mock.fail({ listAddresses: 500 });
  await act(() => store.get(addressesAtom).refetch());
  expect(await screen.findByText('Your addresses could not be loaded.')).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Street' })).toBe(street);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  mock.fail({});
  await store.get(servicesAtom).api.addAddress({ body: { address: anAddress } });
  await act(() => store.get(addressesAtom).refetch());
  await screen.findByRole('radio', { name: /Loom Street/ });
  expect(screen.getByRole('textbox', { name: 'Street' })).toBe(street);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('textbox', { name: 'Street' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Add New Address' })).toBeDefined();
});
