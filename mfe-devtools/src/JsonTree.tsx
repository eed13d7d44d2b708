import { lazy, Suspense, useMemo, useState } from 'react';
import { SmallButton } from './controls.tsx';
import { showable } from './showable.ts';
import styles from './styles.module.css';

/** Loads react-json-view, which is larger than the rest of the panel. A tree that is mounted after a failure tries again. */
const loadTreeView = () =>
  import('./TreeView.tsx').then(
    (module) => ({ default: module.TreeView }),
    (cause) => {
      TreeView = lazy(loadTreeView);
      throw cause;
    },
  );

let TreeView = lazy(loadTreeView);

interface JsonTreeProps {
  readonly label: string;
  readonly value: unknown;
  /** Levels that are open at first. */
  readonly levels?: number;
  /** Whether tokens and passwords are masked, until their button is pressed. */
  readonly isMasked?: boolean;
}

const nothing: ReadonlySet<string> = new Set();

/** Tree of any value. */
export function JsonTree({ label, value, levels = 1, isMasked = true }: JsonTreeProps) {
  const [revealed, setRevealed] = useState(nothing);
  const { shown, secrets } = useMemo(
    () => showable(value, isMasked ? revealed : 'all'),
    [value, isMasked, revealed],
  );
  const toggle = (name: string) => {
    const others = [...revealed].filter((each) => each !== name);
    setRevealed(new Set(revealed.has(name) ? others : [...others, name]));
  };

  if (typeof shown !== 'object' || shown === null) {
    return <code className={styles.tree}>{JSON.stringify(shown) ?? String(shown)}</code>;
  }
  return (
    <>
      {secrets.map((name) => (
        <SmallButton key={name} onClick={() => toggle(name)}>
          {revealed.has(name) ? 'Hide' : 'Show'} {name}
        </SmallButton>
      ))}
      <Suspense fallback={<p>The value is loading…</p>}>
        <TreeView label={label} shown={shown} levels={levels} />
      </Suspense>
    </>
  );
}
