import * as v from 'valibot';

interface KeptInTab<T> {
  readonly read: () => T;
  readonly write: (value: T) => void;
}

interface KeptInTabOptions<T> {
  readonly name: string;
  /** Raised when the shape changes: what an older version wrote is read as `empty`. */
  readonly version: number;
  readonly schema: v.GenericSchema<unknown, T>;
  /** Where nothing readable is kept. */
  readonly empty: T;
}

/** A value that outlives a reload and ends with the tab. Where storage is forbidden it is forgotten. */
export function keptInTab<T>({ name, version, schema, empty }: KeptInTabOptions<T>): KeptInTab<T> {
  const key = `patchwork:devtools-${name}`;
  const format = v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ version: v.literal(version), value: schema }),
  );
  return {
    read() {
      try {
        const kept = v.safeParse(format, sessionStorage.getItem(key));
        return kept.success ? kept.output.value : empty;
      } catch {
        return empty;
      }
    },
    write(value) {
      try {
        sessionStorage.setItem(key, JSON.stringify({ version, value }));
      } catch {
        // Full or forbidden: the choice lasts as long as the panel.
      }
    },
  };
}
