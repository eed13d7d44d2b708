import { oddTexts, scriptInjections } from '@patchwork/host/hostile-data';
import { expect, test } from 'vitest';
import { type DeclaredHead, fillHead } from './head.ts';
import { writeMarkdown } from './markdown.ts';

const shirt = {
  ...{ language: 'en', languages: ['en'], isIndexed: true },
  path: '/shirts/:id',
  query: [],
  head: {
    ...{ type: 'product', index: true, data: '/api/shirts/:id' },
    ...{ title: '{shirt.name}', description: '{shirt.text}', image: '{shirt.picture}' },
    jsonLd: {
      ...{ '@type': 'Product', name: '{shirt.name}', sku: '{shirt.id}' },
      offers: {
        ...{ '@type': 'Offer', price: '{shirt.price}', priceCurrency: 'INR', url: '{page.url}' },
        returns: { '@type': 'MerchantReturnPolicy', country: 'IN', days: '{terms.days}' },
      },
    },
    variants: {
      ...{ list: 'shirt.others', parameters: { id: 'id' } },
      label: ['{variant.colour.name}', '{variant.size}'],
      jsonLd: {
        '@type': 'ProductGroup',
        hasVariant: ['{page.jsonLd}', { url: '{variant.url}' }],
      },
    },
  },
} satisfies DeclaredHead;

const fill = (values: Record<string, string>, origin?: string) =>
  fillHead(shirt, { origin, path: '/shirts/a', values });

const values = {
  ...{ 'shirt.name': 'Linen shirt', 'shirt.text': 'Soft.', 'shirt.id': 'a', 'shirt.price': '900' },
  ...{ 'shirt.others.0.id': 'b', 'shirt.others.0.size': 'M' },
  ...{ 'shirt.others.0.colour.name': 'Teal', 'shirt.others.1.id': 'c (1)' },
  'shirt.others.1.size': 'L',
};

test('a page’s structured data repeats its own for the variants, and leaves out what is wholly unknown', () => {
  const own = {
    ...{ '@type': 'Product', name: 'Linen shirt', sku: 'a' },
    offers: {
      ...{ '@type': 'Offer', price: '900', priceCurrency: 'INR' },
      url: 'https://shop.example/shirts/a',
      returns: undefined,
    },
  };
  expect(fill(values, 'https://shop.example').jsonLd).toEqual({
    '@type': 'ProductGroup',
    hasVariant: [
      own,
      { url: 'https://shop.example/shirts/b' },
      { url: 'https://shop.example/shirts/c%20(1)' },
    ],
  });
  const withTerms = fill({ ...values, 'terms.days': '14' }, 'https://shop.example');
  expect(withTerms.ownJsonLd).toMatchObject({ offers: { returns: { country: 'IN', days: '14' } } });
});

test('without an origin, Markdown links to paths', () => {
  expect(writeMarkdown(fill(values), 'Loom & Co')).toBe(`# Linen shirt

Soft.

- Sku: a
- Offers:
  - Price: 900
  - Price currency: INR

## Variants

- [Teal, M](/shirts/b)
- [L](/shirts/c%20%281%29)

Loom \\& Co
`);
});

const hostile = [
  ...[...oddTexts, ...scriptInjections].map(([, value]) => value),
  ...['# Heading', '- item', '1. item', '+ item', '> quote', '=====', '---', '    code'],
  ...['[click](javascript:alert(1))', '![x](//evil.example)', '<b>&lt;</b>', '```', '\\', '|a|b|'],
];

test.each(hostile)('the text %j of a product stays text', (text) => {
  const told = { ...values, 'shirt.name': text, 'shirt.text': text, 'shirt.others.0.size': text };
  const picture = 'https://pictures.example/a) <b>\\';
  const markdown = writeMarkdown(fill({ ...told, 'shirt.picture': picture }), 'Loom');
  const escaped = markdown.replaceAll(/\\[!-/:-@[-`{-~]/g, 'x');
  const isKnown = (line: string) =>
    /^(?:# |- (?:Sku: a|Offers:)|## Variants|- \[)|^ {2}- Price|^!\[/.test(line);
  for (const line of escaped.split('\n').filter((each) => !isKnown(each)))
    expect(line).not.toMatch(/^(?: {4}|[-+=>#]|\d+[.)])|[<>`*_[\]|~]/);
  const targets = [...escaped.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target);
  for (const target of targets)
    expect(target).toMatch(/^(?:\/shirts\/[\w%]+|https:\/\/pictures\.example\/a%29%20%3cb%3e%5c)$/);
  expect(targets.length).toBeGreaterThan(2);
});
