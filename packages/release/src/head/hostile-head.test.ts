import {
  hostileAddresses,
  oddTexts,
  prototypeNames,
  scriptInjections,
} from '@patchwork/hostile-data';
import { expect, test } from 'vitest';
import { placeholder, renderPage } from '../folder/render-page.ts';
import { fillHead } from './fill-head.ts';
import { writeHead } from './write-head.ts';

const template = `<!doctype html><html><head><title>Shop</title><meta name="description" content="A shop." />${placeholder}</head><body></body></html>`;

const texts = [
  ...scriptInjections.map(([, text]) => text),
  ...hostileAddresses.map(([, text]) => text),
  ...oddTexts.map(([, text]) => text),
  ...prototypeNames,
];

const head = {
  ...{ title: '{x.text}', description: '{x.text}', image: '{x.text}', data: '/api/x', index: true },
  ...{ type: 'product' as const, jsonLd: { name: '{x.text}', image: '{page.image}' } },
};

/** The names of a document's tags in their order. No attribute of ours holds a '>'. */
const tagsIn = (html: string) => [...html.matchAll(/<(\/?[a-z!][\w-]*)/gi)].map(([, name]) => name);

function pageWith(text: string) {
  const values = { 'x.text': text };
  const filled = fillHead(
    { path: '/x', head, isIndexed: true },
    { origin: 'https://shop.example', path: '/x', values },
  );
  const page = writeHead(template, filled);
  const config = { text };
  return {
    filled,
    page: renderPage(page, { registry: { format: 2, remotes: [] }, config, prerendered: [] }),
  };
}

const withoutMeta = (html: string) => tagsIn(html).filter((name) => name !== 'meta');

test('no text of the API or of a document becomes a tag of the page', () => {
  const usual = withoutMeta(pageWith('Tunic').page);
  expect(usual.filter((name) => name === 'script')).toHaveLength(3);
  for (const text of texts.filter((each) => each.trim() !== '')) {
    expect(withoutMeta(pageWith(text).page), text.slice(0, 80)).toEqual(usual);
  }
});

test('the documents and the description for search engines hold each text as it is', () => {
  for (const text of texts.filter((each) => each !== '')) {
    const { page } = pageWith(text);
    const [, config = ''] = /id="patchwork-config">(.*?)<\/script>/s.exec(page) ?? [];
    expect(JSON.parse(config), text.slice(0, 80)).toEqual({ text });
    const [, jsonLd = ''] = /ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
    expect(JSON.parse(jsonLd).name, text.slice(0, 80)).toBe(text);
  }
});

test('the picture in the head is at an address of the web', () => {
  for (const text of texts) {
    const { image } = pageWith(text).filled;
    if (image !== undefined) expect(image).toMatch(/^https?:\/\//);
  }
});
