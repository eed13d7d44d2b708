// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest';
import { captureInput } from './user-input.ts';

/** Returns the HTML of a page; another id changes only the generated names. */
const render = (id: string) => `
  <a href="/productlist">Shop Now</a>
  <input type="search" aria-label="Search">
  <input type="search" aria-label="Search">
  <label><input type="checkbox" name="${id}" value="MEN">Men</label>
  <label><input type="checkbox" name="${id}" value="KIDS" checked>Kids</label>
  <label><input type="radio" name="r${id}">Low to High</label>
  <input type="range" aria-label="Price" min="0" max="4000" value="4000">
  <button>Clear</button>`;

beforeEach(() => {
  document.body.innerHTML = render('first');
});

function find<Control extends Element>(selector: string, index = 0): Control {
  const control = document.querySelectorAll<Control>(selector)[index];
  if (!control) throw new Error(`no ${selector}`);
  return control;
}

function replacePage() {
  const repeat = captureInput(document.body);
  document.body.innerHTML = render('second');
  const events: string[] = [];
  for (const type of ['input', 'click']) {
    document.body.addEventListener(type, ({ target }) => {
      const { type: control, tagName } = target as HTMLInputElement;
      events.push(`${type} ${tagName} ${control}`);
    });
  }
  repeat();
  return events;
}

test('text and focus are carried over to the same one of two search boxes', () => {
  const box = find<HTMLInputElement>('[type=search]', 1);
  box.value = 'kurta';
  box.focus();
  expect(replacePage()).toEqual(['input INPUT search']);
  expect(find<HTMLInputElement>('[type=search]', 0).value).toBe('');
  expect(find<HTMLInputElement>('[type=search]', 1).value).toBe('kurta');
  expect(document.activeElement).toBe(find('[type=search]', 1));
});

test('a slider is moved again, with the event that its owner listens to', () => {
  find<HTMLInputElement>('[type=range]').value = '1500';
  expect(replacePage()).toEqual(['input INPUT range']);
  expect(find<HTMLInputElement>('[type=range]').value).toBe('1500');
});

test('boxes that were ticked or unticked are so again', () => {
  find<HTMLInputElement>('[value=MEN]').click();
  find<HTMLInputElement>('[value=KIDS]').click();
  find<HTMLInputElement>('[type=radio]').click();
  const events = replacePage().filter((event) => event.startsWith('click'));
  expect(events).toEqual(['click INPUT checkbox', 'click INPUT checkbox', 'click INPUT radio']);
  expect(find<HTMLInputElement>('[value=MEN]').checked).toBe(true);
  expect(find<HTMLInputElement>('[value=KIDS]').checked).toBe(false);
  expect(find<HTMLInputElement>('[type=radio]').checked).toBe(true);
});

test('a press that was held back is repeated', () => {
  find('button').setAttribute('data-pressed', '');
  expect(replacePage()).toEqual(['click BUTTON submit']);
});

test.each([
  ['on its replacement clicks it', 'button', ['click BUTTON submit']],
  ['elsewhere clicks nothing', 'a', []],
])('a press that is released %s', (_, released, clicks) => {
  const button = find('button');
  vi.spyOn(button, 'matches').mockImplementation((selector) => selector === ':active');
  const events = replacePage();
  expect(events).toEqual([]);
  const release = () => find(released).dispatchEvent(new Event('pointerup', { bubbles: true }));
  release();
  release();
  expect(events).toEqual(clicks);
});

test('a page that no one touched gets no event and no focus', () => {
  expect(replacePage()).toEqual([]);
  expect(document.activeElement).toBe(document.body);
});
