import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { serveTests } from './test-server.ts';
import { leave, panel, submitRequest } from './test-support.tsx';

const server = serveTests();

afterEach(leave);

test('a response without data is shown as a whole', async () => {
  server.respond = (response) => response.writeHead(204).end();
  await submitRequest('/empty');
  await panel().findByText('204 No Content');
  expect(panel().getByRole('group', { name: 'Response body' }).textContent).toContain('"status"');
});

test('HTML is shown as text: it is neither run nor laid out', async () => {
  const page = '<h1>Broken</h1><script>window.ran = true</script>';
  server.respond = (response) => response.writeHead(502, { 'content-type': 'text/html' }).end(page);
  await submitRequest('/html');
  await panel().findByText('502 Bad Gateway');
  expect(panel().getByRole('region', { name: 'Text of the response' }).textContent).toBe(page);
  expect(screen.queryByRole('heading', { name: 'Broken' })).toBeNull();
});

test('a binary response is shown by type and size', async () => {
  server.respond = (response) =>
    response
      .writeHead(200, { 'content-type': 'image/png' })
      .end(Buffer.from([0x89, 0x50, 0, 0xff]));
  await submitRequest('/picture');
  expect(await panel().findByText('Not text: image/png, 4 bytes.')).toBeDefined();
});

test('a large response builds its tree on request only, and its text in blocks', async () => {
  const text = JSON.stringify({ list: Array.from({ length: 70_000 }, (_, i) => `thread ${i}`) });
  server.respond = (response) => response.writeHead(200).end(text);
  const { user } = await submitRequest('/large');
  expect(await panel().findByText(/^This response has 1 MB/)).toBeDefined();
  expect(panel().queryByRole('group', { name: 'Response body' })).toBeNull();
  await user.click(panel().getByRole('tab', { name: 'Raw' }));
  const raw = panel().getByRole('region', { name: 'Text of the response' });
  expect(raw.textContent).toBe(text);
  expect(raw.childElementCount).toBeGreaterThan(50);
});

test('the views are tabs that the arrow keys select', async () => {
  const { user } = await submitRequest('/api/categories');
  await panel().findByText('200 OK');
  await user.click(panel().getByRole('tab', { name: 'Tree' }));
  await user.keyboard('{ArrowRight}');
  expect(panel().getByRole('tabpanel', { name: 'Raw' })).toBeDefined();
  await user.keyboard('{ArrowRight}');
  const received = panel().getByRole('table', { name: 'Received' });
  expect(within(received).getByRole('rowheader', { name: 'content-type' })).toBeDefined();
});
