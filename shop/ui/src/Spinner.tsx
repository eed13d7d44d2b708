import * as t from './texts/ui.ts';

interface SpinnerProps {
  /** Text for screen readers. */
  label?: string;
}

/** Loading indicator: three dots in a box of 180 by 180 px. */
export function Spinner({ label = t.loading }: SpinnerProps) {
  return (
    <div role="status" className="spinner">
      <span className="spinner-dot" />
      <span className="spinner-dot" />
      <span className="spinner-dot" />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
