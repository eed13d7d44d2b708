import { openPage } from '@patchwork/kit/testing';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useMovingPicture } from './useMovingPicture.ts';

function Picture() {
  return <div ref={useMovingPicture()} />;
}

/** Opens a product's page from its card, which is 100 px wide; returns the moves of its picture. */
async function openFromCard(widthOnPage: number): Promise<readonly unknown[]> {
  document.body.innerHTML = '<article><img><h2><a href="/shirt">Shirt</a></h2></article>';
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, 0, this.tagName === 'IMG' ? 100 : widthOnPage, 100);
  });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const animate = vi.fn();
  Element.prototype.animate = animate;
  const { router } = await openPage(Picture, { at: '/shirt' });
  await new Promise(requestAnimationFrame);
  // A sibling's page: the picture stays.
  await act(() => router.navigate('/shirt-l'));
  await new Promise(requestAnimationFrame);
  return animate.mock.calls;
}

test('a picture moves from its card to its page, once', async () => {
  const calls = await openFromCard(400);
  expect(calls).toHaveLength(1);
  const [[frames]] = calls as [[[{ transform: string }]]];
  expect(frames[0].transform).toBe('translate(0px, 0px) scale(0.25)');
});

test('a picture that is not laid out, because its page still waits for data, is not moved', async () => {
  expect(await openFromCard(0)).toEqual([]);
});
