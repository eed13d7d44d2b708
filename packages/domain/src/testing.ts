/** Sample values for the tests of every package. */
import type { Address, AddressFields } from './address.ts';
import type { Session } from './user.ts';

export const asha: Session = {
  token: 'token-of-asha',
  user: { name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao', email: 'asha@patchwork.example' },
};

/** Asha's address, as she fills in the form. */
export const ashasHome: AddressFields = {
  name: 'Asha Rao',
  houseNumber: '12/4',
  street: 'Loom Street',
  city: 'Kochi',
  state: 'Kerala',
  pinCode: '682001',
  mobile: '9876543210',
};

export const anAddress: Address = { id: 'home', ...ashasHome };
