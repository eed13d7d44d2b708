interface SpinnerProps {
  /** The text for a screen reader. */
  label?: string;
}

/** Three dots in 180 by 180 px, shown while something loads. */
export function Spinner({ label = 'Loading' }: SpinnerProps) {
  return (
    <div role="status" className="spinner">
      <span className="spinner-dot" />
      <span className="spinner-dot" />
      <span className="spinner-dot" />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
