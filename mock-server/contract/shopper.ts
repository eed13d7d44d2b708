import { succeed } from './target.ts';

export const password = 'thread-and-needle';

export const freshEmail = (): string => `contract-${crypto.randomUUID()}@patchwork.example`;

export interface Shopper {
  readonly email: string;
  readonly token: string;
}

/** A user of this test's own, so that tests share nothing on any server. */
export async function signUp(): Promise<Shopper> {
  const email = freshEmail();
  const body = { name: 'Meera Das', email, password, confirmPassword: password };
  const { encodedToken } = await succeed('signup', { body });
  return { email, token: encodedToken };
}

/** Two different products of the target's catalogue, as it words them. */
export async function twoProducts() {
  const { products } = await succeed('listProducts');
  const [first, second] = products;
  if (!first || !second) throw new Error('the target sells fewer than two products');
  return [first, second] as const;
}

export const unknownId = 'no-such-id';
