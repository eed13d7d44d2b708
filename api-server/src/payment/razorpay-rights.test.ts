import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { razorpayRights } from './razorpay-rights.ts';

test('a shop with Razorpay grants its checkout what that asks for, and nothing else', async () => {
  const file = path.resolve(import.meta.dirname, '../../../mfe-checkout/remote.json');
  const { rights } = JSON.parse(await readFile(file, 'utf8'));
  expect(razorpayRights).toEqual(rights);
});
