import { useId } from 'react';
import look from '../../styles.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly words: string;
  readonly onChange: (words: string) => void;
}

/** Field whose words filter the list below it. */
export function SearchField({ label, words, onChange }: SearchFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        className={`${look.field} ${look.search}`}
        value={words}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  );
}
