import { moveFocus, Section, Tabs } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import ReactJsonView from 'react-json-view';
import { CopyButton, SmallButton } from '../../controls.tsx';
import { sizeText } from '../../measure.ts';
import look from '../../styles.module.css';
import styles from './RequestTester.module.css';
import {
  type Content,
  measuresOf,
  receivedHeaders,
  type StoredResponse,
  shownBody,
  titleOf,
} from './response.ts';
import { isSendingAtom, responseAtom } from './tester.ts';

const BLOCK_LENGTH = 20_000;

/**
 * Splits a text into blocks, of which browsers lay out only the visible ones. 5 MB in one block would take a second.
 */
function blocksOf(text: string) {
  const blocks: { start: number; text: string }[] = [];
  for (let start = 0; start < text.length; ) {
    const limit = start + BLOCK_LENGTH;
    const lineEnd = text.lastIndexOf('\n', limit - 1) + 1;
    const end = lineEnd > start ? lineEnd : limit;
    blocks.push({ start, text: text.slice(start, end) });
    start = end;
  }
  return blocks;
}

/** Props that make a scrollable region focusable, so that it can be scrolled by keyboard. */
const scrolling = { tabIndex: 0 };

function RawText({ text }: { readonly text: string }) {
  return (
    <section aria-label="Text of the response" className={styles.shown} {...scrolling}>
      {blocksOf(text).map((block) => (
        <pre key={block.start} className={look.pre}>
          {block.text}
        </pre>
      ))}
    </section>
  );
}

/** Note with type and size of a binary body. */
const BinaryNote = ({ type, size }: Extract<Content, { kind: 'binary' }>) => (
  <p>
    Not text: {type || 'of unknown type'}, {sizeText(size)}.
  </p>
);

/** Body as received, or the message of the mock's error. */
function RawView({ response: { outcome, content } }: { readonly response: StoredResponse }) {
  if (content?.kind === 'binary') return <BinaryNote {...content} />;
  if (content?.kind === 'empty') return <p>The response has no body.</p>;
  const text = outcome.kind === 'unhandled' ? outcome.message : (content?.text ?? '');
  return (
    <>
      <div className={look.hint}>
        <CopyButton text={text}>Copy</CopyButton>
      </div>
      <RawText text={text} />
    </>
  );
}

/**
 * Selector of a react-json-view tree's toggles, which open and close branches, groups of items, and shortened strings.
 */
const toggles = '.icon-container, .string-value[style*="pointer"]';

const isOpen = (toggle: Element): boolean => toggle.querySelector('.expanded-icon') !== null;

/** Returns the label of a toggle: a branch's key, a group's index range, or 'Whole value' for the root. */
function nameOf(toggle: Element): string {
  const name = toggle.parentElement?.querySelector('.object-key, .array-key, .object-size');
  return name?.textContent.replaceAll('"', '').trim() || 'Whole value';
}

/**
 * Removes the library's inline style that breaks words between any two letters, because no style sheet overrides it.
 */
function unsetWordBreak(tree: HTMLElement): void {
  for (const text of tree.querySelectorAll<HTMLElement>('.string-value')) text.style.wordBreak = '';
}

/** Turns the toggles into buttons. Only one is in the tab order: the last focused one, or the first. */
function markToggles(tree: HTMLElement): void {
  unsetWordBreak(tree);
  const found = [...tree.querySelectorAll<HTMLElement>(toggles)];
  const stop = found.find((toggle) => toggle.tabIndex === 0) ?? found[0];
  for (const toggle of found) {
    toggle.tabIndex = toggle === stop ? 0 : -1;
    toggle.setAttribute('role', 'button');
    if (toggle.matches('.icon-container')) {
      toggle.setAttribute('aria-expanded', String(isOpen(toggle)));
      toggle.setAttribute('aria-label', nameOf(toggle));
    }
  }
}

/**
 * Ref callback that makes a react-json-view tree usable by keyboard. The library's toggles work by mouse only
 * (mac-s-g/react-json-view#355). Also handles toggles that appear later.
 */
function addKeyboard(tree: HTMLElement | null) {
  if (!tree) return;
  const observer = new MutationObserver(() => markToggles(tree));
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !target.matches(toggles)) return;
    for (const toggle of tree.querySelectorAll<HTMLElement>(toggles)) toggle.tabIndex = -1;
    target.tabIndex = 0;
  };
  markToggles(tree);
  observer.observe(tree, { childList: true, subtree: true });
  tree.addEventListener('focusin', onFocusIn);
  return () => {
    observer.disconnect();
    tree.removeEventListener('focusin', onFocusIn);
  };
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

/** Tree view of a value. Renders open branches only. */
function Tree({ label, value }: TreeProps) {
  if (typeof value !== 'object' || value === null) {
    return <code className={styles.shown}>{JSON.stringify(value)}</code>;
  }
  return (
    <fieldset
      ref={addKeyboard}
      aria-label={label}
      className={styles.shown}
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

/** Size in bytes from which building the tree takes noticeably long. */
const LARGE_BYTES = 1_000_000;

interface TreeViewProps {
  readonly response: StoredResponse;
}

const TreeView = ({ response }: TreeViewProps) => (
  <>
    <section className={look.stack}>
      <h3 className={styles.label}>Response body</h3>
      <Body response={response} />
    </section>
    <section className={look.stack}>
      <h3 className={styles.label}>Response headers</h3>
      <Tree label="Response headers" value={receivedHeaders(response)} />
    </section>
  </>
);

function Body({ response }: TreeViewProps) {
  const { content } = response;
  const [isShown, setIsShown] = useState((content?.size ?? 0) <= LARGE_BYTES);
  if (content?.kind === 'binary') return <BinaryNote {...content} />;
  if (content?.kind === 'text') return <RawText text={content.text} />;
  if (isShown) return <Tree label="Response body" value={shownBody(response)} />;
  return (
    <div className={look.hint}>
      <p>
        This response has {sizeText(content?.size ?? 0)}. The tree is built on request only, so that
        the page stays quick.
      </p>
      <SmallButton onClick={() => setIsShown(true)}>Show the tree</SmallButton>
    </div>
  );
}

type View = 'Tree' | 'Raw';

/** Views of a response. Renders only the selected one, because a response may be large. */
function ResponseViews({ response }: { readonly response: StoredResponse }) {
  const [selected, select] = useState<View>('Tree');
  const view = (id: View, panel: ReactNode) => ({ id, title: id, panel: id === selected && panel });
  return (
    <Tabs
      variant="section"
      label="Views of the response"
      selected={selected}
      onSelect={select}
      tabs={[
        view('Tree', <TreeView key={response.id} response={response} />),
        view('Raw', <RawView key={response.id} response={response} />),
      ]}
    />
  );
}

export function ResponsePanel() {
  const response = useAtomValue(responseAtom);
  const isSending = useAtomValue(isSendingAtom);
  const outcome = response?.outcome;
  return (
    <Section title="Response" aria-busy={isSending} className={`${look.stack} ${styles.response}`}>
      <div role="status" className={look.row}>
        <Status response={response} isSending={isSending} />
      </div>
      {response && outcome?.kind !== 'none' && <ResponseViews response={response} />}
    </Section>
  );
}

interface StatusProps {
  readonly response: StoredResponse | null;
  readonly isSending: boolean;
}

function Status({ response, isSending }: StatusProps) {
  if (isSending) return <p className={look.hint}>Waiting for the response…</p>;
  if (!response || response.outcome.kind === 'none') {
    return (
      <>
        <p className={look.soft}>Response is undefined.</p>
        {response?.outcome.kind === 'none' && (
          <p className={look.hint}>There is no response: {response.outcome.reason}</p>
        )}
      </>
    );
  }
  const { outcome, duration, content } = response;
  const isFine = outcome.kind === 'response' && outcome.status >= 200 && outcome.status <= 299;
  return (
    <>
      <p className={`${look.bad} ${styles.status}`} data-fine={isFine}>
        {titleOf(outcome)}
      </p>
      <p className={look.hint}>{measuresOf(duration, content?.size)}</p>
    </>
  );
}
