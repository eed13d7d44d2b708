import buttons from '../../Buttons.module.css';
import { CopyButton } from '../../CopyButton.tsx';
import { sizeText } from '../../measure.ts';
import styles from './Copies.module.css';
import type { Content } from './content.ts';
import { RawText } from './RawText.tsx';
import type { StoredResponse } from './response.ts';

/** Type and size of a body that is not text. */
export const BinaryNote = ({ type, size }: Extract<Content, { kind: 'binary' }>) => (
  <p>
    Not text: {type || 'of unknown type'}, {sizeText(size)}.
  </p>
);

/** The body as it was received. Of an error, its message. */
export function RawView({ response: { outcome, content } }: { readonly response: StoredResponse }) {
  if (content?.kind === 'binary') return <BinaryNote {...content} />;
  if (content?.kind === 'empty') return <p>The response has no body.</p>;
  const text = outcome.kind === 'unhandled' ? outcome.message : (content?.text ?? '');
  return (
    <>
      <div className={`${buttons.row} ${styles.buttons}`}>
        <CopyButton text={text}>Copy</CopyButton>
      </div>
      <RawText text={text} />
    </>
  );
}
