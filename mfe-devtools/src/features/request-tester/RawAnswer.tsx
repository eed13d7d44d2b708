import { CopyButton } from '../../CopyButton.tsx';
import type { Answer } from './answer.ts';
import { BinaryNote } from './BinaryNote.tsx';
import styles from './Copies.module.css';
import { DownloadButton } from './DownloadButton.tsx';
import { RawText } from './RawText.tsx';

interface RawAnswerProps {
  readonly answer: Answer;
}

/** The body as it arrived. Of an error, what it says. */
export function RawAnswer({ answer: { outcome, content } }: RawAnswerProps) {
  if (content?.kind === 'binary') return <BinaryNote content={content} />;
  if (content?.kind === 'empty') return <p>The response has no body.</p>;
  const text = outcome.kind === 'unhandled' ? outcome.message : (content?.text ?? '');
  return (
    <>
      <div className={styles.buttons}>
        <CopyButton text={text}>Copy</CopyButton>
        <DownloadButton data={text} type={content?.type ?? 'text/plain'} />
      </div>
      <RawText text={text} />
    </>
  );
}
