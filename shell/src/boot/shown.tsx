import { createContext, useContext, useLayoutEffect } from 'react';

interface CommittedProps {
  /** Called when React has rendered the elements beside it, before they are painted. */
  readonly onCommit: () => void;
}

export function Committed({ onCommit }: CommittedProps) {
  useLayoutEffect(onCommit, [onCommit]);
  return null;
}

export const ShownContext = createContext<() => void>(() => undefined);

/** Reports that the page beside it has replaced the HTML, or that the HTML is hydrated. */
export const Shown = () => <Committed onCommit={useContext(ShownContext)} />;
