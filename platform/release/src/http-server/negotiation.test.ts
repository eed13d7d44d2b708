import { expect, test } from 'vitest';
import { acceptedCodings, wantsMarkdown } from './negotiation.ts';

test.each([
  ['a browser’s header', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['anything', '*/*', false],
  ['any text', 'text/*', false],
  ['nothing', '', false],
  ['no header', undefined, false],
  ['Markdown', 'text/markdown', true],
  ['Markdown in capitals, with a parameter', 'Text/Markdown; variant=GFM', true],
  ['Markdown as well as HTML', 'text/markdown, text/html, */*', true],
  ['Markdown rather than HTML', 'text/html;q=0.5, text/markdown;q=0.6', true],
  ['HTML rather than Markdown', 'text/markdown;q=0.5, text/html', false],
  ['anything rather than Markdown', 'text/markdown;q=0.5, */*', false],
  ['Markdown, and anything if need be', 'text/markdown, */*;q=0.1', true],
  ['no Markdown', 'text/markdown;q=0, */*;q=0.1', false],
  ['Markdown, as HTML is refused', 'text/markdown;q=0.1, text/html;q=0, */*', true],
  ['a longer name', 'text/markdown-x', false],
])('a request that accepts %s', (_what, accept, isMarkdown) => {
  expect(wantsMarkdown(accept)).toBe(isMarkdown);
});

test.each([
  ['br, gzip', ['br', 'gzip']],
  ['gzip;q=0.5, *;q=0', ['gzip']],
  ['*', ['br', 'gzip']],
  ['', []],
])('Accept-Encoding %j allows %j', (header, codings) => {
  expect(acceptedCodings(header)).toEqual(codings);
});
