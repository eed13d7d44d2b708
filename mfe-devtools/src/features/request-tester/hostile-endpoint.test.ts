import { hostileAddresses } from '@patchwork/hostile-data';
import { expect, test } from 'vitest';
import { readEndpoint } from './target.ts';

const page = 'http://page.example/mockman';

test('a linked endpoint is asked over http or https only, and another origin is named as such', () => {
  for (const [title, address] of hostileAddresses) {
    const target = readEndpoint(address, page);
    if (!target.ok) continue;
    expect(target.value.url.protocol, title).toMatch(/^https?:$/);
    expect(target.value.isOtherOrigin, title).toBe(true);
    expect(target.value.isApi, title).toBe(false);
  }
});
