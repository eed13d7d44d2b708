import { SmallButton } from '../../SmallButton.tsx';
import type { CallFilter } from './calls.ts';
import styles from './FilterBar.module.css';

interface FilterBarProps {
  readonly filter: CallFilter;
  readonly onChange: (filter: CallFilter) => void;
  readonly onClear: () => void;
}

export function FilterBar({ filter, onChange, onClear }: FilterBarProps) {
  return (
    <div className={styles.bar}>
      <input
        type="search"
        aria-label="Filter calls"
        placeholder="Filter: path, method, status, remote"
        className={styles.text}
        value={filter.text}
        onChange={({ target }) => onChange({ ...filter, text: target.value })}
      />
      <label className={styles.failed}>
        <input
          type="checkbox"
          checked={filter.failedOnly}
          onChange={({ target }) => onChange({ ...filter, failedOnly: target.checked })}
        />
        Failed only
      </label>
      <SmallButton onClick={onClear}>Clear</SmallButton>
    </div>
  );
}
