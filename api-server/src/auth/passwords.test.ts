import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords({ memoryKiB: 8, passes: 1 });

const long = `${'मeø '.repeat(25)}a`;

test('a password of any characters and length is stored only as a hash', async () => {
  for (const password of ['🪡', 'loom and needle', '😀😀', long]) {
    const hashed = await passwords.hash(password);
    expect(hashed).toMatch(/^\$argon2id\$/);
    expect(hashed).not.toContain(password);
    expect(await passwords.matches(hashed, password), password).toBe(true);
  }
});

test('passwords are compared exactly, including case, spaces and the last of 101 letters', async () => {
  const hashed = await passwords.hash(long);
  for (const other of [long.toUpperCase(), ` ${long}`, `${long} `, long.slice(0, -1)]) {
    expect(await passwords.matches(hashed, other), other).toBe(false);
  }
});
