/** Sample values for the tests and galleries of every package. */
import type { Address, AddressFields } from './address.ts';
import type { Product } from './product.ts';
import type { Session } from './user.ts';

export const asha: Session = {
  token: 'token-of-asha',
  user: { name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao', email: 'asha@patchwork.example' },
};

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

export const aProduct = (change: Partial<Product> = {}): Product => ({
  id: 'plain-shirt',
  title: 'Plain Shirt',
  image: '/images/plain-shirt.svg',
  description: 'A shirt.',
  category: 'MEN',
  size: 'M',
  price: 1500,
  originalPrice: 2000,
  rating: 4.2,
  reviews: '605',
  inStock: true,
  deliveryDays: 4,
  trending: false,
  ...change,
});
