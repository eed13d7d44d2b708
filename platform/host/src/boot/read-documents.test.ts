// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest';
import { readDocument } from './read-documents.ts';

afterEach(() => {
  document.head.innerHTML = '';
});

function embed(text: string) {
  document.head.innerHTML = `<script type="application/json" id="patchwork-registry">${text}</script>`;
}

test('a document embedded in the page is read without a request', async () => {
  embed('{"format":1}');
  vi.stubGlobal('fetch', () => expect.unreachable());
  expect(await readDocument('registry')).toEqual({ format: 1 });
});

test('a document that is not embedded is fetched, past every cache', async () => {
  const fetched = vi.fn(async () => Response.json({ format: 1 }));
  vi.stubGlobal('fetch', fetched);
  expect(await readDocument('registry')).toEqual({ format: 1 });
  expect(fetched).toHaveBeenCalledWith('/registry.json', { cache: 'no-store' });
});

test('a broken document is named', async () => {
  embed('{"format":');
  await expect(readDocument('registry')).rejects.toThrow('The page’s registry could not be read');
});

test('a response with an error status rejects with the document’s name', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  await expect(readDocument('config')).rejects.toThrow('The page’s config could not be read');
});
