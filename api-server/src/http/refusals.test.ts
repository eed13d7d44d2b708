import { refusals } from '@patchwork/api/refusals';
import { expect, test } from 'vitest';
import { serverRefusals } from './refusals.ts';

test('the code of each refusal of this server is its name, and no other refusal’s', () => {
  for (const [name, refusal] of Object.entries(serverRefusals)) {
    const { code } = typeof refusal === 'function' ? refusal(1) : refusal;
    expect(code).toBe(name);
    expect(refusals).not.toHaveProperty(code);
  }
});
