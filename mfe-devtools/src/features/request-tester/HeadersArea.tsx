import { useAtomValue, useSetAtom } from 'jotai';
import { type ComponentProps, useId } from 'react';
import { isLeftOut } from '../../browser-headers.ts';
import { changeDraftAtom, draftAtom, type HeaderRow } from '../../draft.ts';
import field from '../../Field.module.css';
import styles from './HeadersArea.module.css';
import { headerProblem } from './headers.ts';
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

interface HeaderFieldsProps {
  readonly row: HeaderRow;
  /** Counted from 1. */
  readonly number: number;
  readonly onChange: (change: Partial<HeaderRow>) => void;
}

const plain: ComponentProps<'input'> = {
  type: 'text',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  className: `${field.field} ${styles.input}`,
};

function HeaderFields({ row, number, onChange }: HeaderFieldsProps) {
  const { isUsed, header, value } = row;
  const id = useId();
  const problem = headerProblem(row);
  const isDropped = isUsed && isLeftOut(header);
  const describe = (field: 'header' | 'value') => ({
    'aria-invalid': problem?.field === field,
    'aria-describedby': problem?.field === field ? id : undefined,
  });
  return (
    <li className={styles.row} data-used={isUsed}>
      <label className={styles.use}>
        <input
          type="checkbox"
          aria-label={`Use header ${number}`}
          checked={isUsed}
          onChange={({ target }) => onChange({ isUsed: target.checked })}
        />
      </label>
      <input
        {...plain}
        {...describe('header')}
        aria-label={`Name of header ${number}`}
        placeholder="Name"
        value={header}
        onChange={({ target }) => onChange({ header: target.value })}
      />
      <input
        {...plain}
        {...describe('value')}
        aria-label={`Value of header ${number}`}
        placeholder="Value"
        value={value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      {problem && (
        <p id={id} className={styles.problem}>
          {problem.text}
        </p>
      )}
      {isDropped && !problem && (
        <p className={styles.note}>
          The browser sets {header.trim()} itself, and leaves yours out.
        </p>
      )}
    </li>
  );
}
