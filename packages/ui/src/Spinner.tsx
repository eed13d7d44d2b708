interface SpinnerProps {
  /** What a screen reader hears. */
  label?: string;
}

/** Three dots in 180 by 180 px: something is on its way. */
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
