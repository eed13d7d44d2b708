import { useState } from 'react';
import { preview } from './preview.ts';
import { Secret } from './Secret.tsx';
import { isSecret } from './secrets.ts';
import styles from './ValueTree.module.css';

type Branch = Readonly<Record<string, unknown>>;

/** What can be opened: its parts by name. Functions tell a reader nothing. */
function branchOf(value: unknown): Branch | undefined {
  if (value instanceof Error) {
    return Object.assign<Branch, object>({ name: value.name, message: value.message }, value);
  }
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return { ...[...value] };
  if (typeof value === 'object' && value !== null) return { ...value };
  return undefined;
}

/** A long list is shown in portions: each part costs an element. */
const portion = 100;
const longestText = 5000;

function Text({ text }: { readonly text: string }) {
  const rest = text.length - longestText;
  if (rest <= 0) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, longestText))} and ${rest} characters more`;
}

interface LeafProps {
  readonly name: string;
  readonly value: unknown;
}

function Leaf({ name, value }: LeafProps) {
  if (typeof value === 'string' && value !== '' && isSecret(name)) {
    return <Secret name={name} text={value} />;
  }
  return (
    <span className={styles.leaf} data-type={value === null ? 'null' : typeof value}>
      {typeof value === 'string' ? <Text text={value} /> : preview(value)}
    </span>
  );
}

function Parts({ branch }: { readonly branch: Branch }) {
  const [shown, setShown] = useState(portion);
  const parts = Object.entries(branch).filter(([, value]) => typeof value !== 'function');
  return (
    <ul className={styles.parts}>
      {parts.slice(0, shown).map(([name, value]) => (
        <li key={name}>
          {/* The only part is what its reader came for. */}
          <Node name={name} value={value} isOpen={parts.length === 1} />
        </li>
      ))}
      {parts.length > shown && (
        <li>
          <button
            type="button"
            className={styles.more}
            onClick={() => setShown(shown + portion)}
          >{`Show more: ${parts.length - shown} left`}</button>
        </li>
      )}
      {parts.length === 0 && <li className={styles.none}>empty</li>}
    </ul>
  );
}

interface NodeProps extends LeafProps {
  readonly isOpen: boolean;
}

/** Its parts are made when it is opened: a large value costs nothing before. */
function Node({ name, value, isOpen }: NodeProps) {
  const [open, setOpen] = useState(isOpen);
  const branch = branchOf(value);
  if (!branch) {
    return (
      <div className={styles.row}>
        <span className={styles.name}>{name}</span> <Leaf name={name} value={value} />
      </div>
    );
  }
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.row}>
        <span className={styles.name}>{name}</span> {/* Opened, an object speaks for itself. */}
        {(!open || Array.isArray(value)) && <span className={styles.leaf}>{preview(value)}</span>}
      </summary>
      {open && <Parts branch={branch} />}
    </details>
  );
}

interface ValueTreeProps extends LeafProps {
  /** Whether its first level is open at the start. */
  readonly isOpen?: boolean;
}

/** Any value, to be opened level by level. Tokens and passwords are masked. */
export function ValueTree({ name, value, isOpen = false }: ValueTreeProps) {
  return (
    <div className={styles.tree}>
      <Node name={name} value={value} isOpen={isOpen} />
    </div>
  );
}
