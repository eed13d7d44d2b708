import styles from './RawText.module.css';

/** Characters that are laid out in one go. */
const blockLength = 20_000;

interface Block {
  readonly start: number;
  readonly text: string;
}

/** A browser lays out only the blocks in sight: 5 MB in one piece would take it a second. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  for (let start = 0; start < text.length; ) {
    const limit = start + blockLength;
    const lineEnd = text.lastIndexOf('\n', limit - 1) + 1;
    const end = lineEnd > start ? lineEnd : limit;
    blocks.push({ start, text: text.slice(start, end) });
    start = end;
  }
  return blocks;
}

/** What scrolls takes the focus, so that the keys reach it. */
const scrolling = { tabIndex: 0 };

interface RawTextProps {
  readonly text: string;
}

/** Text as it is: nothing in it is markup. */
export function RawText({ text }: RawTextProps) {
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
