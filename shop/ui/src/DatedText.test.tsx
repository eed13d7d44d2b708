import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DatedText } from './DatedText.tsx';

const text = (
  <p>
    <DatedText end={(today) => ` · since ${today.getFullYear()}`} longestEnd=" · since 2026">
      Open
    </DatedText>
  </p>
);

test('the end is shown immediately without hydration', () => {
  render(text);
  expect(screen.getByRole('paragraph').textContent).toBe(
    `Open · since ${new Date().getFullYear()}`,
  );
});

test('server HTML has no end; it follows after hydration, which finds no mismatch', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => container.remove());
  container.innerHTML = renderToString(text);
  expect(container.textContent).toBe('Open');
  expect(container.querySelector('[data-longest="Open · since 2026"]')).not.toBeNull();
  const onRecoverableError = vi.fn();
  const root = await act(async () => hydrateRoot(container, text, { onRecoverableError }));
  onTestFinished(() => act(() => root.unmount()));
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(container.textContent).toBe(`Open · since ${new Date().getFullYear()}`);
});

test('a text without an end today is shown alone', () => {
  render(
    <DatedText end={() => undefined} longestEnd=" · since 2026">
      Closed
    </DatedText>,
  );
  expect(screen.getByText('Closed').textContent).toBe('Closed');
});
