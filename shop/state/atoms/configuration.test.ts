import { hostileAddresses } from '@patchwork/host/hostile-data';
import { expect, test, vi } from 'vitest';
import { openShop } from '../testing/fakes.ts';
import { configurationAtom } from './configuration.ts';

test('a picture from another origin is refused and reported once', () => {
  const report = vi.spyOn(console, 'error').mockReturnValue();
  const { store } = openShop({ imageOrigins: ['https://pictures.example'] });
  const { knownImage } = store.get(configurationAtom);

  expect(knownImage('https://pictures.example/a.png')).toBe('https://pictures.example/a.png');
  expect(knownImage('/images/a.svg')).toBe('/images/a.svg');
  expect(knownImage('')).toBeUndefined();
  expect(report).not.toHaveBeenCalled();

  for (const [title, address] of [...hostileAddresses, ...hostileAddresses]) {
    expect(knownImage(address), title).toBeUndefined();
  }
  expect(report).toHaveBeenCalledTimes(hostileAddresses.length);
});

test('a very long URL is shortened in the report', () => {
  const report = vi.spyOn(console, 'error').mockReturnValue();
  openShop()
    .store.get(configurationAtom)
    .knownImage(`data:,${'x'.repeat(100_000)}`);
  expect(String(report.mock.calls[0]).length).toBeLessThan(300);
});
