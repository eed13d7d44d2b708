import { useCallback, useEffect, useEffectEvent, useState } from 'react';

interface Draft<T> {
  readonly value: T;
  /** Last committed value of the current edit. */
  readonly sent?: T;
}

interface DraftField<T> {
  readonly value: T;
  readonly edit: (value: T) => void;
  readonly flush: () => void;
  /** Discards the uncommitted value. The same function on every render. */
  readonly drop: () => void;
}

/** Milliseconds before a commit. Browsers refuse more than about 100 changes of the URL in 30 seconds. */
const COMMIT_DELAY_MS = 150;

/**
 * Keeps a field's value while it is edited, so that typing and dragging never wait for the page. Commits it after a
 * pause. If `value` changes from outside, the field adopts it.
 */
export function useDraft<T>(value: T, commit: (value: T) => void): DraftField<T> {
  const [draft, setDraft] = useState<Draft<T>>();
  const [seen, setSeen] = useState(value);

  if (seen !== value) {
    setSeen(value);
    // An earlier value of this field that arrives late must not undo newer typing.
    if (draft && (draft.value === value || draft.sent !== value)) setDraft(undefined);
  }

  const waiting = draft !== undefined && draft.value !== draft.sent;

  function flush() {
    if (!waiting) return;
    setDraft({ value: draft.value, sent: draft.value });
    commit(draft.value);
  }

  const onPause = useEffectEvent(flush);
  // Each edit creates a new draft and restarts the timer. Other renders don't.
  useEffect(() => {
    if (!draft || draft.value === draft.sent) return;
    const timer = setTimeout(() => onPause(), COMMIT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  return {
    value: draft ? draft.value : value,
    edit: (next) => setDraft((current) => ({ ...current, value: next })),
    flush,
    drop: useCallback(() => setDraft(undefined), []),
  };
}
