import { useState } from 'react';
import { sizeText } from '../../measure.ts';
import { SmallButton } from '../../SmallButton.tsx';
import { RawText } from './RawText.tsx';
import { BinaryNote } from './RawView.tsx';
import { receivedHeaders, type StoredResponse, shownBody } from './response.ts';
import { Tree } from './Tree.tsx';
import styles from './TreeView.module.css';

/** A tree of a larger body takes noticeably long to build. */
const LARGE_BYTES = 1_000_000;

interface TreeViewProps {
  readonly response: StoredResponse;
}

export const TreeView = ({ response }: TreeViewProps) => (
  <>
    <section className={styles.part}>
      <h3 className={styles.title}>Response body</h3>
      <Body response={response} />
    </section>
    <section className={styles.part}>
      <h3 className={styles.title}>Response headers</h3>
      <Tree label="Response headers" value={receivedHeaders(response)} />
    </section>
  </>
);

function Body({ response }: TreeViewProps) {
  const { content } = response;
  const [isShown, setIsShown] = useState((content?.size ?? 0) <= LARGE_BYTES);
  if (content?.kind === 'binary') return <BinaryNote {...content} />;
  if (content?.kind === 'text') return <RawText text={content.text} />;
  if (isShown) return <Tree label="Response body" value={shownBody(response)} />;
  return (
    <div className={styles.large}>
      <p>
        This response has {sizeText(content?.size ?? 0)}. The tree is built on request only, so that
        the page stays quick.
      </p>
      <SmallButton onClick={() => setIsShown(true)}>Show the tree</SmallButton>
    </div>
  );
}
