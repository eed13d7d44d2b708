/** A text in the browser's storage under a key of its own. No method throws. */
export interface StoredText {
  readonly key: string;
  /** Null where nothing is stored, or where the storage is forbidden. */
  read: () => string | null;
  /** False where the storage is full or forbidden: what was stored before stays. */
  write: (text: string) => boolean;
  remove: () => void;
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** `area` is looked up at each use: where storage is forbidden, reading the property throws. */
export const createStoredText = (
  key: string,
  area: () => Storage = () => localStorage,
): StoredText => ({
  key,
  read: () => attempt(() => area().getItem(key)) ?? null,
  write: (text) =>
    attempt(() => {
      area().setItem(key, text);
      return true;
    }) ?? false,
  remove: () => void attempt(() => area().removeItem(key)),
});
