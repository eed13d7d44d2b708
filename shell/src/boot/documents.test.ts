// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { readDocument } from './documents.ts';

afterEach(() => {
  document.head.innerHTML = '';
  vi.unstubAllGlobals();
});

function stitch(text: string) {
  document.head.innerHTML = `<script type="application/json" id="patchwork-registry">${text}</script>`;
}

test('a document stitched into the page is read without a request', async () => {
  stitch('{"format":1}');
  vi.stubGlobal('fetch', () => expect.unreachable());
  expect(await readDocument('registry')).toEqual({ format: 1 });
});

test('without one it is fetched, past every cache', async () => {
  const fetched = vi.fn(async () => Response.json({ format: 1 }));
  vi.stubGlobal('fetch', fetched);
  expect(await readDocument('registry')).toEqual({ format: 1 });
  expect(fetched).toHaveBeenCalledWith('/registry.json', { cache: 'no-store' });
});

test('a broken document is named', async () => {
  stitch('{"format":');
  await expect(readDocument('registry')).rejects.toThrow('The page’s registry could not be read');
});

test('an answer that is an error is named too', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  await expect(readDocument('config')).rejects.toThrow('The page’s config could not be read');
});
