import { useCallback, useEffect, useState } from 'react';

interface Draft<T> {
  readonly value: T;
  /** What was handed on last, if anything was since the editing began. */
  readonly sent?: T;
}

interface DraftField<T> {
  /** What the field shows. */
  readonly value: T;
  readonly edit: (value: T) => void;
  /** Hands the value on at once. */
  readonly flush: () => void;
  /** Forgets what was not handed on; the same function for as long as the field is there. */
  readonly drop: () => void;
}

/** Browsers refuse more than about a hundred changes of the URL in half a minute. */
const COMMIT_DELAY_MS = 150;

/**
 * A field's own value while it is edited, so that typing and dragging never wait for the page: it is
 * handed to `commit` when the hand rests. When `value` changes from elsewhere, the field follows.
 */
export function useDraft<T>(value: T, commit: (value: T) => void): DraftField<T> {
  const [draft, setDraft] = useState<Draft<T>>();
  const [seen, setSeen] = useState(value);

  if (seen !== value) {
    setSeen(value);
    // Our own, earlier value coming back must not undo what was typed meanwhile.
    if (draft && (draft.value === value || draft.sent !== value)) setDraft(undefined);
  }

  const waiting = draft !== undefined && draft.value !== draft.sent;

  function flush() {
    if (!waiting) return;
    setDraft({ value: draft.value, sent: draft.value });
    commit(draft.value);
  }

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(flush, COMMIT_DELAY_MS);
    return () => clearTimeout(timer);
  });

  return {
    value: draft ? draft.value : value,
    edit: (next) => setDraft((current) => ({ ...current, value: next })),
    flush,
    drop: useCallback(() => setDraft(undefined), []),
  };
}
