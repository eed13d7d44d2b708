import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createPasswords, isLongEnough } from './passwords.ts';

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

test('a password is the same whether its letters are typed composed or not, and with any space', async () => {
  const hashed = await passwords.hash('cafe\u0301 au lait');
  expect(await passwords.matches(hashed, 'café\u00a0au\u3000lait')).toBe(true);
  expect(await passwords.matches(hashed, 'cafe au lait')).toBe(false);
  expect(isLongEnough('éééé')).toBe(isLongEnough('éééé'.normalize('NFD')));
});

test('a hash that another program made of a password in ASCII is matched', async () => {
  const made = await hash('loom and needle', { memoryCost: 8, timeCost: 1, parallelism: 1 });
  expect(await passwords.matches(made, 'loom and needle')).toBe(true);
});

test('passwords are compared exactly, including case, spaces and the last of 101 letters', async () => {
  const hashed = await passwords.hash(long);
  for (const other of [long.toUpperCase(), ` ${long}`, `${long} `, long.slice(0, -1)]) {
    expect(await passwords.matches(hashed, other), other).toBe(false);
  }
});
