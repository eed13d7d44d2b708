import { useState } from 'react';
import { isSecret, Secret } from './controls.tsx';
import styles from './styles.module.css';

const MAX_PREVIEW = 60;
const MAX_FIELDS = 3;

const shorten = (text: string): string =>
  text.length > MAX_PREVIEW ? `${text.slice(0, MAX_PREVIEW)}…` : text;

/** Formats the value of a field as one short line. Masks tokens and passwords. */
export const previewPart = (name: string, value: unknown): string =>
  isSecret(name) ? '••••••••' : preview(value);

/** Whether a value has fields or items. A date has none. */
const hasParts = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

const inner = (name: string, value: unknown): string =>
  hasParts(value) && !Array.isArray(value) ? '{…}' : previewPart(name, value);

function previewFields(value: object): string {
  const fields = Object.entries(value);
  const shown = fields.slice(0, MAX_FIELDS).map(([name, part]) => `${name}: ${inner(name, part)}`);
  const rest = fields.length > MAX_FIELDS ? ['…'] : [];
  return `{${[...shown, ...rest].join(', ')}}`;
}

/** Formats a value as one short line: a list by its length, an object by its first fields. */
export function preview(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value === 'function') return 'function';
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (hasParts(value)) return previewFields(value);
  return String(value instanceof Date ? (value.toJSON() ?? value) : value);
}

type Branch = Readonly<Record<string, unknown>>;

/** Returns the fields or items of an object, list, Map, Set or Error; undefined for any other value. */
export function branchOf(value: unknown): Branch | undefined {
  if (value instanceof Error) {
    return Object.assign<Branch, object>({ name: value.name, message: value.message }, value);
  }
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return { ...[...value] };
  return hasParts(value) ? { ...value } : undefined;
}

/** Number of items shown at first and added by each “Show more”. Limited, as each item adds elements to the page. */
const PORTION = 100;
const MAX_TEXT = 5000;

function Text({ text }: { readonly text: string }) {
  const rest = text.length - MAX_TEXT;
  if (rest <= 0) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, MAX_TEXT))} and ${rest} characters more`;
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
  const [shown, setShown] = useState(PORTION);
  const parts = Object.entries(branch).filter(([, value]) => typeof value !== 'function');
  return (
    <ul className={styles.parts}>
      {parts.slice(0, shown).map(([name, value]) => (
        <li key={name}>
          {/* A single item is open from the start. */}
          <Node name={name} value={value} isOpen={parts.length === 1} />
        </li>
      ))}
      {parts.length > shown && (
        <li>
          <button
            type="button"
            className={styles.more}
            onClick={() => setShown(shown + PORTION)}
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

/** Node of the tree. Renders its children only once it is open, so that a large value costs nothing until then. */
function Node({ name, value, isOpen }: NodeProps) {
  const [open, setOpen] = useState(isOpen);
  const branch = branchOf(value);
  if (!branch) {
    return (
      <div className={styles.node}>
        <span className={styles.name}>{name}</span> <Leaf name={name} value={value} />
      </div>
    );
  }
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={styles.name}>{name}</span> {/* An open node needs no preview. */}
        {(!open || Array.isArray(value)) && <span className={styles.leaf}>{preview(value)}</span>}
      </summary>
      {open && <Parts branch={branch} />}
    </details>
  );
}

/** Tree of any value, with the first level open. Masks tokens and passwords. */
export const ValueTree = (props: LeafProps) => (
  <div className={styles.tree}>
    <Node {...props} isOpen />
  </div>
);
