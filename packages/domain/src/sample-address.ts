import type { Address } from './address.ts';
import type { User } from './user.ts';

/** The address that every new shopper starts with. */
export const sampleAddress = ({ name, email }: Pick<User, 'name' | 'email'>): Address => ({
  id: 'sample',
  name: name.trim() || email,
  houseNumber: '27, Second Floor',
  street: '19th Main Road, Indiranagar',
  city: 'Bengaluru',
  state: 'Karnataka',
  pinCode: '560038',
  mobile: '9876543210',
});
