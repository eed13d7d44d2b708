// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import * as ui from './index.ts';

test('the public names are these', () => {
  expect(Object.keys(ui).sort()).toEqual([
    'Button',
    'EmptyState',
    'LoadError',
    'PageHeading',
    'Price',
    'Spinner',
    'Stitch',
    'Tabs',
    'Toasts',
    'buttonLook',
    'moveFocus',
    'passFocusOn',
    'passFocusToMain',
    'useStrayPresses',
    'whenIdle',
  ]);
});
