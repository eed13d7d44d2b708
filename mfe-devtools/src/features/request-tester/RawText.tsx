import { Button } from '@patchwork/ui';
import { useState } from 'react';
import { sizeText } from './content.ts';
import styles from './RawText.module.css';

/** As many characters as are laid out without a noticeable wait. */
const part = 50_000;

interface RawTextProps {
  readonly text: string;
}

/**
 * Text as it is: nothing in it is markup. Of a long one, the first part until all is asked for. It is
 * a field, because that scrolls and selects by keyboard.
 */
export function RawText({ text }: RawTextProps) {
  const [isWhole, setIsWhole] = useState(text.length <= part);
  return (
    <>
      <textarea
        readOnly
        rows={12}
        spellCheck={false}
        aria-label="Text of the response"
        value={isWhole ? text : text.slice(0, part)}
        className={styles.text}
      />
      {!isWhole && (
        <div className={styles.more}>
          <p>
            The first {sizeText(part)} of {sizeText(text.length)}.
          </p>
          <Button variant="quiet" size="small" onClick={() => setIsWhole(true)}>
            Show all
          </Button>
        </div>
      )}
    </>
  );
}
