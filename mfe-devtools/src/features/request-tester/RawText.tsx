import styles from './RawText.module.css';

const BLOCK_LENGTH = 20_000;

/** A browser lays out only the visible blocks: 5 MB in one block take a second. */
function blocksOf(text: string) {
  const blocks: { start: number; text: string }[] = [];
  for (let start = 0; start < text.length; ) {
    const limit = start + BLOCK_LENGTH;
    const lineEnd = text.lastIndexOf('\n', limit - 1) + 1;
    const end = lineEnd > start ? lineEnd : limit;
    blocks.push({ start, text: text.slice(start, end) });
    start = end;
  }
  return blocks;
}

/** A scrolling region takes the focus, so that it scrolls by keyboard. */
const scrolling = { tabIndex: 0 };

/** Text as it is, without markup. */
export function RawText({ text }: { readonly text: string }) {
  return (
    <section aria-label="Text of the response" className={styles.text} {...scrolling}>
      {blocksOf(text).map((block) => (
        <pre key={block.start} className={styles.block}>
          {block.text}
        </pre>
      ))}
    </section>
  );
}
