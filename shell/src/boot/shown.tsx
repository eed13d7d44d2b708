import { createContext, useContext, useLayoutEffect } from 'react';

interface CommittedProps {
  /** Called once React has rendered what is beside it, before that is painted. */
  readonly onCommit: () => void;
}

export function Committed({ onCommit }: CommittedProps) {
  useLayoutEffect(onCommit, [onCommit]);
  return null;
}

export const ShownContext = createContext<() => void>(() => undefined);

/** Says, beside a page, that it has replaced the HTML, or that the HTML is hydrated. */
export const Shown = () => <Committed onCommit={useContext(ShownContext)} />;
