import { useId } from 'react';
import styles from './Choices.module.css';

interface ChoicesProps<T> {
  legend: string;
  /** One of the options, or any number of them. */
  type: 'radio' | 'checkbox';
  /** One below the other, or side by side. */
  look?: 'list' | 'labels';
  options: readonly (readonly [value: T, label: string])[];
  chosen: readonly T[];
  onChoose: (value: T) => void;
}

/** One group of the filter panel. */
export function Choices<T extends string | number>({
  legend,
  type,
  look = 'list',
  options,
  chosen,
  onChoose,
}: ChoicesProps<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.options} data-look={look}>
        {options.map(([value, label]) => (
          <label key={value} className={styles.option}>
            <input
              type={type}
              name={name}
              value={value}
              checked={chosen.includes(value)}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
