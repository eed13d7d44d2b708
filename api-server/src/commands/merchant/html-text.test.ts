import { describe, expect, test } from 'vitest';
import { htmlToText } from './html-text.ts';

describe('the text of HTML', () => {
  test.each([
    [
      'paragraphs and a list',
      '<p>Warm &amp; long.</p><ul><li>Two pockets</li><li>Wool</li></ul>',
      'Warm & long.\n\n- Two pockets\n- Wool',
    ],
    ['a line break', 'One<br>two<br/>three', 'One\ntwo\nthree'],
    ['blocks', '<div>One</div><div>two <b>bold</b></div>', 'One\ntwo bold'],
    ['a heading', '<h2>Care</h2><p>Wash cold.</p>', 'Care\n\nWash cold.'],
    ['line breaks of the source', '<p>One\n   two</p>\n<p>three</p>', 'One two\n\nthree'],
    ['entities', 'caf&eacute; &lt;5 &#8377;100 &nbsp;&#x20B9; &copy', 'café <5 ₹100 ₹ ©'],
    ['a script', '<p>Shirt</p><script>alert("x")</script><style>p{}</style>', 'Shirt'],
    ['a script that never ends', 'Shirt<script>alert(1)', 'Shirt'],
    ['a comment', 'Shirt<!-- <b>draft</b> -->', 'Shirt'],
    [
      'a table',
      '<table><tr><th>S</th><td>36</td></tr><tr><th>M</th><td>38</td></tr></table>',
      'S 36\nM 38',
    ],
    ['nested lists', '<ul><li>A<ul><li>B</li></ul></li></ul>', '- A\n\n- B'],
    ['a list in a paragraph of a list', '<ul><li><p>Soft</p></li></ul>', '-\n\nSoft'],
    [
      'a link and a picture',
      '<a href="javascript:alert(1)">Sizes</a> <img src=x onerror=y>',
      'Sizes',
    ],
    ['an unclosed element', '<p>Shirt <b>blue', 'Shirt blue'],
    ['plain text', 'Fits 5 < 6 & more', 'Fits 5 < 6 & more'],
    ['lines of plain text', 'One\r\ntwo\n\n\n\nthree', 'One\ntwo\n\nthree'],
    ['nothing', '', ''],
    ['only markup', '<p>&nbsp;</p><br>', ''],
  ])('with %s', (_what, html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  test('of WordPress keeps the line breaks beside its blocks', () => {
    expect(htmlToText('Soft.\n\nWarm.\n<ul>\n<li>Wool</li>\n</ul>', true)).toBe(
      'Soft.\n\nWarm.\n\n- Wool',
    );
  });

  test('of deep nesting takes no long time', () => {
    // The parser's time grows with the square of the depth: 0.1 s for these 125 kB, 3 s for four times as many.
    const depth = 25_000;
    const started = performance.now();
    expect(htmlToText(`${'<div>'.repeat(depth)}Shirt`)).toBe('Shirt');
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
