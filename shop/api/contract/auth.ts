import { expect, test } from 'vitest';
import { refusals } from '../src/refusals.ts';
import { type ApiUnderTest, freshEmail, password, shortPassword } from './under-test.ts';

/** Tests rules that the specification lacks. */
function testRules({ isMock, refused, signUp, succeed }: ApiUnderTest): void {
  const signUpAs = (email: string, chosen: string) => ({
    body: { name: 'Meera Das', email, password: chosen, confirmPassword: chosen },
  });

  test('a password needs eight characters, but not on the mock', async () => {
    const short = signUpAs(freshEmail(), 'abc');
    const shortest = signUpAs(freshEmail(), '8 letter');
    if (isMock) await succeed('signup', short);
    else await refused('signup', short, shortPassword);
    await succeed('signup', shortest);
  });

  test.each([
    ...['meera', '@', 'meera@', 'a b@c.example', 'a@b@c.example', 'a\u0007@b'],
    ...['<a@b.example>', 'a,b@c.example', 'a@b.example;x', 'a@b.example(c)', 'a@b.example.'],
    ...['"a b"@c.example', 'a\u200b@b.example', 'a@b\u3002example', 'a@\uff42.example'],
  ])('the email %j is refused', async (email) => {
    await refused('signup', signUpAs(email, password), refusals.noEmail);
    await refused('askPasswordReset', { body: { email } }, refusals.noEmail);
  });

  test('a password is the same whether its letters are typed composed or not, and with any space', async () => {
    const email = freshEmail();
    await succeed('signup', signUpAs(email, 'cafe\u0301 au\u00a0lait'));
    await succeed('login', { body: { email, password: 'café au\u3000lait' } });
    const cases = { email, password: 'Café au lait' };
    await refused('login', { body: cases }, refusals.wrongPassword);
  });

  test('an email is the same whether its domain is written in Unicode or in ASCII', async () => {
    const local = crypto.randomUUID();
    const first = await succeed('signup', signUpAs(`${local}@BÜCHER.example`, password));
    expect(first.createdUser).toMatchObject({ email: `${local}@xn--bcher-kva.example` });
    for (const domain of ['bücher.example', 'bu\u0308cher.example', 'xn--bcher-kva.example']) {
      await refused('signup', signUpAs(`${local}@${domain}`, password), refusals.emailTaken);
      await succeed('login', { body: { email: `${local}@${domain}`, password } });
    }
  });

  test('an email is the same regardless of case and surrounding spaces', async () => {
    const { email } = await signUp();
    const spaced = `  ${email.toUpperCase()}\t`;
    await refused('signup', signUpAs(spaced, password), refusals.emailTaken);
    const { foundUser } = await succeed('login', { body: { email: spaced, password } });
    expect(foundUser).toMatchObject({ email });
  });
}

export function authContract(api: ApiUnderTest): void {
  const { call, refused, refusedFor, signUp, succeed } = api;
  testRules(api);

  test('signup returns the user with a token for protected calls', async () => {
    const email = freshEmail();
    const body = { name: ' Meera  Das Gupta ', email, password, confirmPassword: password };
    const { createdUser, encodedToken } = await succeed('signup', { body });
    expect(createdUser).toMatchObject({ email, firstName: 'Meera', lastName: 'Das Gupta' });
    expect(await succeed('getCart', { token: encodedToken })).toEqual({ cart: [] });
    expect(await succeed('getWishlist', { token: encodedToken })).toEqual({ wishlist: [] });
  });

  test('signup stores other profile fields as sent', async () => {
    const body = { email: freshEmail(), password, firstName: 'Meera', pets: ['Tuck'] };
    const { createdUser } = await succeed('signup', { body });
    expect(createdUser).toMatchObject({ firstName: 'Meera', lastName: '', pets: ['Tuck'] });
  });

  test('no response contains a password', async () => {
    const email = freshEmail();
    const body = { name: 'Meera Das', email, password, confirmPassword: password };
    const answers = [
      await call('signup', { body }),
      await call('login', { body: { email, password } }),
    ];
    for (const answer of answers) {
      expect(JSON.stringify(answer)).not.toContain(password);
      expect(JSON.stringify(answer)).not.toMatch(/"(password|confirmPassword)"/);
    }
  });

  test('signup refuses an email that is registered', async () => {
    const { email } = await signUp();
    const body = { name: 'Someone Else', email, password, confirmPassword: password };
    await refused('signup', { body }, refusals.emailTaken);
    await succeed('login', { body: { email, password } });
  });

  test('signup refuses an empty password and creates no user', async () => {
    const email = freshEmail();
    const body = { name: 'Meera Das', email, password: '', confirmPassword: '' };
    await refusedFor('signup', { body }, 'password');
    await refused('login', { body: { email, password: '' } }, refusals.emailUnknown);
  });

  test('signup refuses a name of more than 200 characters, and names the field', async () => {
    const withNames = (names: object) => ({ body: { ...names, email: freshEmail(), password } });
    await succeed('signup', withNames({ name: 'x'.repeat(200) }));
    for (const field of ['name', 'firstName', 'lastName']) {
      await refusedFor('signup', withNames({ [field]: 'x'.repeat(201) }), field);
    }
    await refused('signup', withNames({ pets: ['x'.repeat(2_000)] }), {
      ...refusals.badRequest,
      text: 'The body must have at most 2000 characters in further fields. Bad Request error.',
    });
  });

  test('login returns the user with a token', async () => {
    const { email } = await signUp();
    const { foundUser, encodedToken } = await succeed('login', { body: { email, password } });
    expect(foundUser).toMatchObject({ email, firstName: 'Meera', lastName: 'Das' });
    await succeed('getCart', { token: encodedToken });
  });

  test('login refuses an unknown email, and a wrong password', async () => {
    const { email } = await signUp();
    await refused('login', { body: { email: freshEmail(), password } }, refusals.emailUnknown);
    await refused('login', { body: { email, password: 'wrong' } }, refusals.wrongPassword);
  });

  test('after a logout the token is refused, and other sessions of the shopper continue', async () => {
    const { email, token } = await signUp();
    const other = await succeed('login', { body: { email, password } });
    expect(await succeed('logout', { token })).toEqual({});
    await refused('getCart', { token }, refusals.invalidToken);
    await refused('logout', { token }, refusals.invalidToken);
    await succeed('getCart', { token: other.encodedToken });
  });
}
