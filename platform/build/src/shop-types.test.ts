import { expect, test } from 'vitest';
import { missingTypes, shopTypes } from './shop-types.ts';

const route = (page: string, path: string) =>
  ({ page, path, access: 'open', module: './Page' }) as const;

test('a page is declared with the parameters of its path or with none', () => {
  const shop = {
    routes: [route('size-guide', '/sizes'), route('review', '/products/:id/by/:user')],
  };
  expect(shopTypes([shop, { routes: [route('home', '/')] }])).toContain(`interface PatchworkPages {
  home: object;
  review: { id: string; user: string };
  'size-guide': object;
}
`);
});

test('the names under which remotes store values are declared with their scope', () => {
  const stores = { notes: { scope: 'shopper', purpose: 'Notes.' } } as const;
  const draft = { 'gift-draft': { scope: 'tab', purpose: 'A draft.' } } as const;
  const remotes = [
    { routes: [], stores },
    { routes: [], stores: draft },
  ];
  expect(shopTypes(remotes)).toContain(
    "interface PatchworkStores {\n  'gift-draft': 'tab';\n  notes: 'shopper';\n}\n",
  );
});

test('the settings of each remote are declared with their values and defaults', () => {
  const purpose = 'For a test.';
  const gifts = {
    ...{ id: 'mfe-gifts', routes: [] },
    settings: {
      'new-gallery': { type: 'boolean', default: false, purpose },
      rows: { type: 'number', default: 3, purpose },
      title: { type: 'text', default: `Asha’s "it's"`, purpose },
      look: { type: 'choice', default: 'list', choices: ['list', 'two columns'], purpose },
    },
  };
  const text = shopTypes([gifts, { id: 'mfe-cart', routes: [] }]);
  expect(text).toContain(`
interface PatchworkSettings {
  'mfe-gifts': {
    look: { value: 'list' | 'two columns'; default: 'list' };
    'new-gallery': { value: boolean; default: false };
    rows: { value: number; default: 3 };
    title: { value: string; default: 'Asha’s "it\\'s"' };
  };
}
`);
  expect(missingTypes(text, [gifts])).toEqual([]);
  const changed = { ...gifts, settings: { rows: { type: 'number', default: 4, purpose } } };
  expect(missingTypes(text, [changed])).toEqual(['rows: { value: number; default: 4 }']);
});

test('a page that two versions declare is listed once, as the first one declares it', () => {
  const versions = [
    { routes: [route('cart', '/cart/:tab')] },
    { routes: [route('cart', '/cart')] },
  ];
  expect(shopTypes(versions)).toContain('{\n  cart: { tab: string };\n}');
});

test('what shop.d.ts lacks is known, and what it has besides does not matter', () => {
  const before = { routes: [route('home', '/'), route('review', '/products/:id')] };
  const text = shopTypes([before, { routes: [route('gone', '/gone')] }]);
  expect(missingTypes(text, [before])).toEqual([]);
  const now = { routes: [...before.routes, route('new-page', '/new')] };
  expect(missingTypes(text, [now])).toEqual(["'new-page': object"]);
});
