import styles from './Choice.module.css';

interface ChoiceProps {
  readonly isOn: boolean;
  readonly isOff?: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: string;
}

/** A checkbox with its label. */
export const Choice = ({ isOn, isOff = false, onChange, children }: ChoiceProps) => (
  <label className={styles.choice}>
    <input
      type="checkbox"
      checked={isOn}
      disabled={isOff}
      onChange={({ target }) => onChange(target.checked)}
    />
    {children}
  </label>
);
