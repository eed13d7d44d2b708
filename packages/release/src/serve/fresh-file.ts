import { readFileSync, statSync } from 'node:fs';

export interface Snapshot<T> {
  readonly value: T;
  /** Changes whenever the value does. */
  readonly revision: number;
}

interface FreshFileOptions<T> {
  readonly file: string;
  /** Reads the file's text. A throw keeps the last good value, and is reported once. */
  readonly parse: (text: string) => T;
  /** What an absent file means. It may throw, as `parse` may. */
  readonly absent: () => T;
  /** What holds until the file could be read. */
  readonly initial: T;
  readonly report: (message: string) => void;
}

/** A file that is edited while it is served: read again when it changed, never worse than it was. */
export function freshFile<T>(options: FreshFileOptions<T>): () => Snapshot<T> {
  const { file, parse, absent, initial, report } = options;
  let snapshot: Snapshot<T> = { value: initial, revision: 0 };
  let seen: string | undefined;
  return () => {
    const stats = statSync(file, { throwIfNoEntry: false });
    const state = stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'absent';
    if (state === seen) return snapshot;
    seen = state;
    try {
      const value = stats ? parse(readFileSync(file, 'utf8')) : absent();
      snapshot = { value, revision: snapshot.revision + 1 };
    } catch (error) {
      report(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return snapshot;
  };
}
