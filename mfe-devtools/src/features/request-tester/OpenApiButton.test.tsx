import { endpointNames } from '@patchwork/api';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { leave, openTester } from './test-support.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await leave();
});

test('the endpoints are downloaded as an OpenAPI document', async () => {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:openapi';
  });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const { user } = await openTester();
  await user.click(screen.getByRole('button', { name: 'Download as OpenAPI' }));
  await waitFor(() => expect(saved).toEqual(['openapi.json']));
  const { openapi, paths } = JSON.parse((await blobs[0]?.text()) ?? '');
  expect(openapi).toBe('3.1.0');
  expect(Object.values(paths).flatMap((path) => Object.values(Object(path)))).toHaveLength(
    endpointNames.length,
  );
});

test('where the document can’t be made, the developer reads it', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('torn seam');
  });
  const { user } = await openTester();
  await user.click(screen.getByRole('button', { name: 'Download as OpenAPI' }));
  const message = await screen.findByText(/can’t be made.*load the page again/);
  expect(message.getAttribute('role')).toBe('alert');
});
