import buttons from '../../Buttons.module.css';
import { CopyButton } from '../../CopyButton.tsx';
import styles from './Copies.module.css';
import { BinaryContent, DownloadButton } from './DownloadButton.tsx';
import { RawText } from './RawText.tsx';
import type { StoredResponse } from './response.ts';

/** The body as it was received. Of an error, its message. */
export function RawView({ response: { outcome, content } }: { readonly response: StoredResponse }) {
  if (content?.kind === 'binary') return <BinaryContent {...content} />;
  if (content?.kind === 'empty') return <p>The response has no body.</p>;
  const text = outcome.kind === 'unhandled' ? outcome.message : (content?.text ?? '');
  return (
    <>
      <div className={`${buttons.row} ${styles.buttons}`}>
        <CopyButton text={text}>Copy</CopyButton>
        <DownloadButton data={text} type={content?.type ?? 'text/plain'} />
      </div>
      <RawText text={text} />
    </>
  );
}
