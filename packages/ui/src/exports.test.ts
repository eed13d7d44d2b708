// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import * as ui from './index.ts';

test('the public names are these', () => {
  expect(Object.keys(ui).sort()).toEqual([
    'Button',
    'EmptyState',
    'FormError',
    'ListStatus',
    'LoadError',
    'PageHeading',
    'Price',
    'Section',
    'Spinner',
    'Stitch',
    'TableHead',
    'Tabs',
    'TextField',
    'Toasts',
    'buttonLook',
    'isFocusLost',
    'moveFocus',
    'passFocusOn',
    'passFocusToHeading',
    'passFocusToMain',
    'useIsSlow',
    'useStrayPresses',
    'whenIdle',
  ]);
});
