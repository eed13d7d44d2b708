// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { createElsewhere } from './elsewhere.ts';

/** Creates the function in a document at `path` whose HTML lists these pages. */
function inDocument(path: string, pages: readonly string[]) {
  const assign = vi.fn();
  vi.stubGlobal('location', { pathname: path, assign });
  document.body.innerHTML = `<script type="application/json" id="patchwork-elsewhere">${JSON.stringify(pages)}</script>`;
  return { openElsewhere: createElsewhere(), assign };
}

const lab = 'https://shop.example/lab?a=1';

test('a page that the document lists is opened with a document of its own', () => {
  const { openElsewhere, assign } = inDocument('/terms', ['lab']);
  expect(openElsewhere('lab', lab)).toBeInstanceOf(Promise);
  expect(assign).toHaveBeenCalledExactlyOnceWith(lab);
});

test.each([
  ['another page', '/terms', ['laboratory']],
  ['the document’s own page, which would be reloaded endlessly', '/lab', ['lab']],
])('%s is opened in this document', (_which, path, pages) => {
  const { openElsewhere, assign } = inDocument(path, pages);
  expect(openElsewhere('lab', lab)).toBeUndefined();
  expect(assign).not.toHaveBeenCalled();
});
