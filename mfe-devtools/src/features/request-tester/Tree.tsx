import ReactJsonView from 'react-json-view';
import styles from './Tree.module.css';
import { addKeyboard, onTreeKeyDown } from './tree-keyboard.ts';

/** The sixteen colours of a base16 theme, from the shop's tokens: they follow light and dark. */
const theme = {
  base00: 'transparent',
  base01: 'var(--sunken)',
  base02: 'var(--line)',
  base03: 'var(--ink-soft)',
  base04: 'var(--ink-soft)',
  base05: 'var(--ink)',
  base06: 'var(--ink)',
  base07: 'var(--ink)',
  base08: 'var(--ink-soft)',
  base09: 'var(--success)',
  base0A: 'var(--ink-soft)',
  base0B: 'var(--accent-ink)',
  base0C: 'var(--ink)',
  base0D: 'var(--accent-ink)',
  base0E: 'var(--ink-soft)',
  base0F: 'var(--accent-ink)',
};

interface TreeProps {
  readonly label: string;
  readonly value: unknown;
}

/** A value as a tree. Only open branches are on the page. */
export function Tree({ label, value }: TreeProps) {
  if (typeof value !== 'object' || value === null) {
    return <code className={styles.tree}>{JSON.stringify(value)}</code>;
  }
  return (
    <fieldset
      ref={addKeyboard}
      aria-label={label}
      className={styles.tree}
      onKeyDown={onTreeKeyDown}
    >
      <ReactJsonView
        src={value}
        name={false}
        theme={theme}
        collapsed={2}
        indentWidth={2}
        groupArraysAfterLength={100}
        collapseStringsAfterLength={500}
        showComma={false}
        displayDataTypes={false}
        enableClipboard={false}
        iconStyle="triangle"
      />
    </fieldset>
  );
}
