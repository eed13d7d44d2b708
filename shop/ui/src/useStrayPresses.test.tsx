import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { useStrayPresses } from './useStrayPresses.ts';

/** Buttons that are removed when they are pressed, except for one. */
function Buttons() {
  const [names, setNames] = useState(['hem', 'seam', 'stays']);
  const stopStrayPress = useStrayPresses(names);
  const [count, setCount] = useState(0);
  const press = (name: string) =>
    name === 'stays' ? setCount(count + 1) : setNames(names.filter((each) => each !== name));
  return (
    <>
      <output>{count}</output>
      {names.map((name) => (
        <div key={name} onClickCapture={stopStrayPress(name)}>
          <button type="button" onClick={() => press(name)}>
            {name}
          </button>
          <a href={`#${name}`} onClick={() => press(name)}>
            {name}
          </a>
        </div>
      ))}
    </>
  );
}

const press = (name: string, by: UIEventInit) =>
  fireEvent.click(screen.getByRole('button', { name }), by);
const shown = () => screen.getAllByRole('button').map((button) => button.textContent);

test('repeated presses where an item was removed do nothing', () => {
  render(<Buttons />);
  press('hem', { detail: 1 });
  press('seam', { detail: 2 });
  press('seam', { detail: 3 });
  expect(shown()).toEqual(['seam', 'stays']);
});

test('a key pressed twice, or held, removes one item', () => {
  render(<Buttons />);
  press('hem', { detail: 0 });
  press('seam', { detail: 0 });
  press('seam', { detail: 0 });
  expect(shown()).toEqual(['seam', 'stays']);
});

test('a key pressed twice removes one item in Firefox, which counts a click for a link', () => {
  render(<Buttons />);
  press('hem', { detail: 0 });
  const click = new PointerEvent('click', { bubbles: true, detail: 1, pointerType: '' });
  fireEvent(screen.getByRole('link', { name: 'seam' }), click);
  expect(shown()).toEqual(['seam', 'stays']);
});

test('a separate press removes the next item, by mouse and by keyboard', () => {
  render(<Buttons />);
  press('hem', { detail: 1 });
  press('seam', { detail: 1 });
  expect(shown()).toEqual(['stays']);
  cleanup();
  render(<Buttons />);
  press('hem', { detail: 0 });
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(performance.now() + 600);
  press('seam', { detail: 0 });
  expect(shown()).toEqual(['stays']);
});

test('an item that stays receives each press', () => {
  render(<Buttons />);
  press('stays', { detail: 1 });
  press('stays', { detail: 2 });
  press('stays', { detail: 0 });
  press('stays', { detail: 0 });
  expect(screen.getByRole('status').textContent).toBe('4');
});
