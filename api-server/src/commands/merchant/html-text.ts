import { Parser } from 'htmlparser2';

/** Elements whose content is no text of the document. */
const withoutText = new Set(['head', 'iframe', 'object', 'script', 'style', 'svg', 'template']);

/** Elements that begin and end a paragraph, and those that begin and end a line. */
const paragraphs =
  /^(?:article|blockquote|dl|figure|h[1-6]|header|hr|main|ol|p|pre|section|table|ul)$/;
const lines = /^(?:br|caption|dd|div|dt|figcaption|footer|li|option|tr)$/;

const hasBlocks = /<(?:p|br|div|li|ul|ol|table|tr|h[1-6]|blockquote|section)\b/i;

/**
 * Returns the text of an HTML fragment: a line for each line, an empty line between paragraphs, '- ' before each entry
 * of a list. `keepLines`: the line breaks of the source are breaks of the text, as in WordPress; they always are in a
 * fragment without blocks.
 */
export function htmlToText(html: string, keepLines = false): string {
  const keeps = keepLines || !hasBlocks.test(html);
  let text = '';
  let breaks = 0;
  let isSpaced = false;
  let ignored = 0;

  const breakLine = (count: number): void => {
    breaks = Math.max(breaks, count);
  };
  const append = (words: string): void => {
    if (text !== '') text += breaks > 0 ? '\n'.repeat(breaks) : isSpaced ? ' ' : '';
    text += words;
    breaks = 0;
    isSpaced = false;
  };
  const appendLine = (line: string): void => {
    const words = line.replace(/\s+/g, ' ').trim();
    if (words === '') {
      isSpaced ||= line !== '';
      return;
    }
    isSpaced ||= /^\s/.test(line);
    append(words);
    isSpaced = /\s$/.test(line);
  };

  const parser = new Parser({
    onopentagname(name) {
      if (withoutText.has(name)) ignored += 1;
      if (paragraphs.test(name)) breakLine(2);
      else if (lines.test(name)) breakLine(1);
      else if (name === 'td' || name === 'th') isSpaced = true;
      if (name === 'li' && ignored === 0) {
        append('-');
        isSpaced = true;
      }
    },
    onclosetag(name) {
      if (withoutText.has(name)) ignored -= 1;
      if (paragraphs.test(name)) breakLine(2);
      else if (lines.test(name)) breakLine(1);
    },
    ontext(data) {
      if (ignored > 0) return;
      const [first = '', ...others] = keeps ? data.split(/\r\n|\n|\r/) : [data];
      appendLine(first);
      let empty = 0;
      for (const line of others) {
        breakLine(1 + Math.min(empty, 1));
        appendLine(line);
        empty = line.trim() === '' ? empty + 1 : 0;
      }
    },
  });
  parser.end(html);
  return text;
}
