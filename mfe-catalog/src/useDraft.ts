import { useCallback, useEffect, useEffectEvent, useState } from 'react';

interface Draft<T> {
  readonly value: T;
  /** The value committed last since the editing began. */
  readonly sent?: T;
}

interface DraftField<T> {
  readonly value: T;
  readonly edit: (value: T) => void;
  readonly flush: () => void;
  /** Drops the value that is not committed yet. It is the same function on every render. */
  readonly drop: () => void;
}

/** Pause before a commit: browsers refuse more than about 100 changes of the URL in 30 seconds. */
const COMMIT_DELAY_MS = 150;

/**
 * Keeps a field's own value while it is edited, so that typing and dragging never wait for the page. It is
 * committed after a pause. When `value` changes for another reason, the field follows.
 */
export function useDraft<T>(value: T, commit: (value: T) => void): DraftField<T> {
  const [draft, setDraft] = useState<Draft<T>>();
  const [seen, setSeen] = useState(value);

  if (seen !== value) {
    setSeen(value);
    // An earlier value of this field that comes back must not undo what was typed since.
    if (draft && (draft.value === value || draft.sent !== value)) setDraft(undefined);
  }

  const waiting = draft !== undefined && draft.value !== draft.sent;

  function flush() {
    if (!waiting) return;
    setDraft({ value: draft.value, sent: draft.value });
    commit(draft.value);
  }

  const onPause = useEffectEvent(flush);
  // Each edit is another draft and starts the pause anew; a page that renders again for another reason does not.
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
