import { fireEvent, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Picture } from './Picture.tsx';

afterEach(() => vi.restoreAllMocks());

const imageIn = (container: Element) => container.querySelector('img');

test('a picture without a file is an empty box of the same class', () => {
  const { container } = render(<Picture className="frame" src={undefined} alt="" />);
  expect(imageIn(container)).toBeNull();
  expect(container.querySelector('.frame')?.innerHTML).toBe('');
});

test('a picture whose file can’t be shown becomes an empty box, and another file a picture again', () => {
  const onError = vi.fn();
  const { container, rerender } = render(<Picture src="/gone.svg" alt="" onError={onError} />);
  const image = imageIn(container);
  if (image) fireEvent.error(image);
  expect(imageIn(container)).toBeNull();
  expect(onError).toHaveBeenCalledOnce();
  rerender(<Picture src="/there.svg" alt="" onError={onError} />);
  expect(imageIn(container)?.getAttribute('src')).toBe('/there.svg');
});

test('a picture that is held back in the HTML stays a picture', async () => {
  const onError = vi.fn();
  const picture = <Picture src="/a.svg" alt="" onError={onError} />;
  const container = document.createElement('div');
  container.innerHTML = renderToString(picture).replace('src=', 'data-src=');
  Object.defineProperties(imageIn(container), {
    complete: { value: true },
    naturalWidth: { value: 0 },
    decode: { value: () => Promise.reject(new Error('no file')) },
  });
  // React reports the missing attribute in development only.
  vi.spyOn(console, 'error').mockReturnValue();
  const root = hydrateRoot(container, picture);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(imageIn(container)).not.toBeNull();
  expect(onError).not.toHaveBeenCalled();
  root.unmount();
});

test.each([
  ['arrived', 800, 1, 0],
  ['failed', 0, 0, 1],
])('a file that %s before hydration is noticed', async (_, naturalWidth, loads, errors) => {
  const onLoad = vi.fn();
  const onError = vi.fn();
  const picture = <Picture src="/a.svg" alt="" onLoad={onLoad} onError={onError} />;
  const container = document.createElement('div');
  container.innerHTML = renderToString(picture);
  const image = imageIn(container);
  Object.defineProperties(image, {
    complete: { value: true },
    naturalWidth: { value: naturalWidth },
    decode: { value: () => Promise.reject(new Error('broken')) },
  });
  const root = hydrateRoot(container, picture);
  await vi.waitFor(() => expect(onLoad.mock.calls.length + onError.mock.calls.length).toBe(1));
  expect(onLoad).toHaveBeenCalledTimes(loads);
  expect(onError).toHaveBeenCalledTimes(errors);
  expect(imageIn(container) === null).toBe(errors === 1);
  root.unmount();
});
