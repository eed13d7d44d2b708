import {
  hostileAddresses,
  oddTexts,
  prototypeNames,
  scriptInjections,
} from '@patchwork/hostile-data';
import { expect, test } from 'vitest';
import { configFields } from '../folder/config-fields.ts';
import { placeholder, renderPage } from '../folder/render-page.ts';
import { fillHead } from './fill-head.ts';
import { preloadCall } from './first-words.ts';
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

const remote = {
  ...{ id: 'x', team: 'X', version: '1', entry: '/x.js', routes: [], fragments: {} },
  ...{ files: { './Text': [], './Picture': [], './Link': [] }, integrity: {}, shared: {} },
};
const prerendered = [
  { remote, module: './Text', forms: ['<h1>{x.text}</h1>'] },
  { remote, module: './Picture', forms: ['<img src="{x.text}">'] },
  { remote, module: './Link', forms: ['<a href="page:product?id={x.text}">Next</a>'] },
];

/** The content of a prerendered page's template. */
const templateIn = (page: string, module: string) =>
  new RegExp(`<template[^>]*data-module="./${module}">(.*?)</template>`, 's').exec(page)?.[1];

function pageWith(text: string) {
  const values = { 'x.text': text };
  const filled = fillHead(
    { path: '/x', head, isIndexed: true },
    { origin: 'https://shop.example', path: '/x', values },
  );
  const page = writeHead(template, filled);
  const config = { text };
  const registry = { format: 2 as const, remotes: [{ id: 'x', stable: remote, previous: [] }] };
  return {
    filled,
    page: renderPage(page, {
      ...{ registry, config, prerendered, values },
      preload: preloadCall(`/api/${text}`, configFields({})),
    }),
  };
}

/** Without what the page has only for a picture that it may show. */
const withoutPicture = (html: string) =>
  tagsIn(html.replace(/<template[^>]*Picture">.*?<\/template>/s, '')).filter(
    (name) => name !== 'meta',
  );

test('no text of the API or of a document becomes a tag of the page', () => {
  const usual = withoutPicture(pageWith('Tunic').page);
  expect(usual.filter((name) => name === 'script')).toHaveLength(3);
  for (const text of texts.filter((each) => each.trim() !== '')) {
    expect(withoutPicture(pageWith(text).page), text.slice(0, 80)).toEqual(usual);
  }
});

test('the first words hold each text as text, and show no picture of another origin', () => {
  for (const text of texts.filter((each) => each !== '')) {
    const { page } = pageWith(text);
    expect(templateIn(page, 'Text'), text.slice(0, 80)).toMatch(/^<h1>[^<]*<\/h1>$/s);
    const picture = templateIn(page, 'Picture');
    if (picture !== undefined) expect(picture).toMatch(/^<img src="\/(?![/\\])[^"{}]*">$/s);
    expect(templateIn(page, 'Link')).toMatch(/^<a href="page:product\?id=[^"&{}<]*">Next<\/a>$/s);
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
