import { Button } from '@patchwork/ui';
import { useState } from 'react';
import { type Answer, shownBody } from './answer.ts';
import { BinaryNote } from './BinaryNote.tsx';
import { sizeText } from './content.ts';
import { RawText } from './RawText.tsx';
import { Tree } from './Tree.tsx';
import styles from './TreeAnswer.module.css';

/** From here on a tree takes noticeably long to build, in bytes. */
const large = 1_000_000;

interface TreeAnswerProps {
  readonly answer: Answer;
}

export function TreeAnswer({ answer }: TreeAnswerProps) {
  const { outcome } = answer;
  const headers = outcome.kind === 'answered' ? outcome.headers : {};
  return (
    <>
      <section className={styles.part}>
        <h3 className={styles.title}>Response body</h3>
        <Body answer={answer} />
      </section>
      <section className={styles.part}>
        <h3 className={styles.title}>Response headers</h3>
        <Tree label="Response headers" value={headers} />
      </section>
    </>
  );
}

function Body({ answer }: TreeAnswerProps) {
  const { content } = answer;
  const [isWanted, setIsWanted] = useState((content?.size ?? 0) <= large);
  if (content?.kind === 'binary') return <BinaryNote content={content} />;
  if (content?.kind === 'text') return <RawText text={content.text} />;
  if (isWanted) return <Tree label="Response body" value={shownBody(answer)} />;
  return (
    <div className={styles.large}>
      <p>
        This answer has {sizeText(content?.size ?? 0)}. The tree is not built unasked, so that the
        page stays quick.
      </p>
      <Button variant="quiet" size="small" onClick={() => setIsWanted(true)}>
        Show the tree
      </Button>
    </div>
  );
}
