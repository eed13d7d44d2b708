import { moveFocus } from '@patchwork/ui';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import ReactJsonView from 'react-json-view';
import { SmallButton } from './controls.tsx';
import { ExactNumber } from './json-text.ts';
import { showable } from './showable.ts';
import styles from './styles.module.css';

/**
 * Selector of react-json-view's toggles, which open and close branches and shortened texts. They are
 * elements without a role, and work by mouse only (mac-s-g/react-json-view#355).
 */
const toggles = '.icon-container, .string-value[style*="pointer"]';

const isOpen = (toggle: Element): boolean => toggle.querySelector('.expanded-icon') !== null;

/** Returns the label of a toggle: a branch's key, or 'Whole value' for the root. */
function nameOf(toggle: Element): string {
  const name = toggle.parentElement?.querySelector('.object-key, .array-key');
  return name?.textContent.replaceAll('"', '').trim() || 'Whole value';
}

/** Turns the toggles into buttons. Only one is in the tab order: the last focused one, or the first. */
function markToggles(tree: HTMLElement): void {
  const found = [...tree.querySelectorAll<HTMLElement>(toggles)];
  const stop =
    found.find((toggle) => toggle === document.activeElement) ??
    found.find((toggle) => toggle.tabIndex === 0) ??
    found[0];
  for (const toggle of found) {
    toggle.tabIndex = toggle === stop ? 0 : -1;
    toggle.setAttribute('role', 'button');
    if (!toggle.matches('.icon-container')) continue;
    toggle.setAttribute('aria-expanded', String(isOpen(toggle)));
    toggle.setAttribute('aria-label', nameOf(toggle));
  }
}

/** Ref callback that marks the toggles, and again whenever some appear or change. */
function watchToggles(tree: HTMLElement | null) {
  if (!tree) return;
  const observer = new MutationObserver(() => markToggles(tree));
  markToggles(tree);
  observer.observe(tree, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Handles keys: up and down move between toggles, right opens, left closes, Enter and Space do what a click does. */
function onTreeKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  moveFocus(event, toggles, 'vertical');
  if (!(target instanceof HTMLElement) || !target.matches(toggles)) return;
  const isPress =
    event.key === 'Enter' ||
    event.key === ' ' ||
    (event.key === 'ArrowRight' && !isOpen(target)) ||
    (event.key === 'ArrowLeft' && isOpen(target));
  if (!isPress) return;
  event.preventDefault();
  target.click();
}

/** base16 theme for react-json-view. It uses the shop's tokens, so it follows light and dark mode. */
const theme = {
  base00: 'transparent',
  base01: 'var(--sunken)',
  base02: 'var(--line)',
  base03: 'var(--ink-soft)',
  base04: 'var(--ink-soft)',
  base05: 'var(--ink)',
  base06: 'var(--ink)',
  base07: 'var(--ink)',
  base08: 'var(--ink)',
  base09: 'var(--success)',
  base0A: 'var(--ink)',
  base0B: 'var(--accent-ink)',
  base0C: 'var(--ink)',
  base0D: 'var(--accent-ink)',
  base0E: 'var(--ink-soft)',
  base0F: 'var(--accent-ink)',
};

/** Most rows that are open at first. Each takes react-json-view about half a millisecond. */
const MAX_ROWS = 100;

const isBranch = (part: unknown): part is object =>
  typeof part === 'object' && part !== null && !(part instanceof ExactNumber);

/**
 * Returns the branches that are open at first: those of the first `levels` levels, and of one more where a part has no
 * siblings, as long as they have few rows. Groups are closed.
 */
function openBranches(root: object, levels: number, groups: ReadonlySet<unknown>) {
  const open = new Set<unknown>([root]);
  let rows = 0;
  // The iteration also visits what is added meanwhile: level by level.
  const levelOf = new Map<object, number>([[root, 1]]);
  for (const [branch, level] of levelOf) {
    const parts = Object.values(branch);
    if (branch !== root && rows + parts.length > MAX_ROWS) continue;
    open.add(branch);
    rows += parts.length;
    if (level > levels || (level === levels && parts.length > 1)) continue;
    for (const part of parts) {
      if (isBranch(part) && !groups.has(part) && !levelOf.has(part)) levelOf.set(part, level + 1);
    }
  }
  return open;
}

interface TreeViewProps {
  readonly label: string;
  readonly value: unknown;
  /** Levels that are open at first. */
  readonly levels?: number;
  /** Whether tokens and passwords are masked, until their button is pressed. */
  readonly isMasked?: boolean;
}

const nothing: ReadonlySet<string> = new Set();

/** Lets react-json-view show an exact number. Its types lack this option, which its documentation has. */
const exactNumbers = { bigNumber: ExactNumber };

/** Tree that renders only when its value changes, because react-json-view renders all rows each time. */
export const TreeView = memo(function TreeView(props: TreeViewProps) {
  const { label, value, levels = 1, isMasked = true } = props;
  const [revealed, setRevealed] = useState(nothing);
  const { shown, secrets, shouldCollapse } = useMemo(() => {
    const made = showable(value, isMasked ? revealed : 'all');
    const open = openBranches(Object(made.shown), levels, made.groups);
    return { ...made, shouldCollapse: ({ src }: { src: object }) => !open.has(src) };
  }, [value, isMasked, revealed, levels]);
  const toggle = (name: string) => {
    const others = [...revealed].filter((each) => each !== name);
    setRevealed(new Set(revealed.has(name) ? others : [...others, name]));
  };

  if (!isBranch(shown)) {
    const text = shown instanceof ExactNumber ? shown.text : JSON.stringify(shown);
    return <code className={styles.tree}>{text ?? String(shown)}</code>;
  }
  return (
    <fieldset
      ref={watchToggles}
      aria-label={label}
      className={styles.tree}
      onKeyDown={onTreeKeyDown}
      onFocus={({ currentTarget }) => markToggles(currentTarget)}
    >
      {secrets.map((name) => (
        <SmallButton key={name} onClick={() => toggle(name)}>
          {revealed.has(name) ? 'Hide' : 'Show'} {name}
        </SmallButton>
      ))}
      <ReactJsonView
        src={shown}
        name={false}
        theme={theme}
        shouldCollapse={shouldCollapse}
        indentWidth={2}
        collapseStringsAfterLength={500}
        showComma={false}
        displayDataTypes={false}
        enableClipboard={false}
        iconStyle="triangle"
        {...exactNumbers}
      />
    </fieldset>
  );
});
