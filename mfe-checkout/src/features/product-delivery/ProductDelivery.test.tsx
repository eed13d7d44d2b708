import { anAddress } from '@patchwork/kit/testing/samples';
import { formatDeliveryDate, formatDeliveryDay } from '@patchwork/shop/domain';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openMock, openPage } from '../../test-support.tsx';
import { ProductDelivery } from './ProductDelivery.tsx';

const at560038 = { ...anAddress, pinCode: '560038' };

/** Opens the fragment of a product that takes four days, in a shop with this table of PIN codes. */
async function openDelivery(pinCodes?: Record<string, number>, addresses = [at560038]) {
  const mock = openMock({ addresses });
  if (pinCodes) {
    const entries = Object.entries(pinCodes).map(([pin, days]) => [
      pin,
      { days, isCashOnDelivery: false },
    ]);
    mock.control.changeSettings({ pinCodes: Object.fromEntries(entries) });
  }
  await openPage({ path: '/', Component: () => <ProductDelivery days={4} />, mock });
  return mock;
}

test('the date is that of the PIN code’s days', async () => {
  await openDelivery({ 560038: 7 });
  const date = formatDeliveryDate(7, new Date());
  expect(await screen.findByText(`· by ${date} to 560038`)).toBeDefined();
  expect(screen.getByText('Get it in 7 days')).toBeDefined();
});

test('a product that takes longer than the PIN code’s days keeps its own', async () => {
  await openDelivery({ 560038: 2 });
  const date = formatDeliveryDate(4, new Date());
  expect(await screen.findByText(`· by ${date} to 560038`)).toBeDefined();
  expect(screen.getByText('Get it in 4 days')).toBeDefined();
});

test('a PIN code that is not served is named', async () => {
  await openDelivery({ 110001: 2 });
  expect(await screen.findByText('Not delivered to 560038')).toBeDefined();
});

test('without a table it is the text of the product’s page', async () => {
  const usual = `· by ${formatDeliveryDay(4, new Date())}`;
  await openDelivery();
  expect(await screen.findByText(usual)).toBeDefined();
});

test('without an address it is the text of the product’s page', async () => {
  await openDelivery({ 560038: 7 }, []);
  expect(await screen.findByText(`· by ${formatDeliveryDay(4, new Date())}`)).toBeDefined();
});

test('if the call fails, it is the text of the product’s page', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const mock = openMock({ addresses: [at560038] });
  mock.fail({ checkServiceability: 500 });
  await openPage({ path: '/', Component: () => <ProductDelivery days={4} />, mock });
  expect(await screen.findByText(`· by ${formatDeliveryDay(4, new Date())}`)).toBeDefined();
});
