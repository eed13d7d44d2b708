import { useAtomValue, useSetAtom } from 'jotai';
import { changeDraftAtom, draftAtom } from '../../draft.ts';
import { HeaderFields } from './HeaderFields.tsx';
import styles from './HeadersArea.module.css';
import { SessionToken } from './SessionToken.tsx';

/** The request's headers, a row each. The last row is blank; typing in it appends another. */
export function HeadersArea() {
  const { headers } = useAtomValue(draftAtom);
  const change = useSetAtom(changeDraftAtom);
  const count = headers.filter(({ isUsed }) => isUsed).length;
  return (
    <fieldset className={styles.area}>
      <legend className={styles.title}>Headers ({count})</legend>
      <ol className={styles.rows}>
        {[...headers.entries()].map(([index, row]) => (
          <HeaderFields
            key={index}
            row={row}
            number={index + 1}
            onChange={(part) => change({ headers: headers.with(index, { ...row, ...part }) })}
          />
        ))}
      </ol>
      <SessionToken />
    </fieldset>
  );
}
