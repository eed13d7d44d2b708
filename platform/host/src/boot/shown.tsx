import { createContext, useContext, useLayoutEffect } from 'react';

interface CommittedProps {
  /** Called after React has rendered the sibling elements, before they are painted. */
  readonly onCommit: () => void;
}

export function Committed({ onCommit }: CommittedProps) {
  useLayoutEffect(onCommit, [onCommit]);
  return null;
}

export const ShownContext = createContext<() => void>(() => undefined);

/** Invisible element that reports when its sibling page has replaced the HTML or been hydrated. */
export const Shown = () => <Committed onCommit={useContext(ShownContext)} />;
