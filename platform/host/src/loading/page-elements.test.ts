// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }

import { expect, test, vi } from 'vitest';
import { activeRemote } from '../testing/remotes.ts';
import { removeUnusedStyles } from './page-elements.ts';

const sheets = () => [...document.querySelectorAll('link')].map((link) => link.id);

test('a version’s style sheets are removed when its last region is gone, those of other versions stay', async () => {
  document.head.innerHTML = `
    <link id="failed" rel="stylesheet" href="/remotes/mfe-catalog/2.0.0/static/list.css">
    <link id="fallback" rel="stylesheet" href="/remotes/mfe-catalog/1.0.0/static/list.css">`;
  document.body.innerHTML = '<div data-boundary="mfe-catalog" data-version="2.0.0"></div>';
  removeUnusedStyles(activeRemote('2.0.0'));
  document.body.append('something else');
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(sheets()).toEqual(['failed', 'fallback']);
  document.body.innerHTML = '<div data-boundary="mfe-catalog" data-version="1.0.0"></div>';
  await vi.waitFor(() => expect(sheets()).toEqual(['fallback']));
});
