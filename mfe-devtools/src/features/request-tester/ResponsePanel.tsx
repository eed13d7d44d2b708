import { Section, Tabs } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { CopyButton, DownloadButton, SmallButton } from '../../controls.tsx';
import { JsonTree } from '../../JsonTree.tsx';
import { sizeText } from '../../measure.ts';
import look from '../../styles.module.css';
import { EventList } from './EventList.tsx';
import styles from './RequestTester.module.css';
import {
  fileNameOf,
  measuresOf,
  receivedHeaders,
  type StoredResponse,
  shownBody,
  titleOf,
} from './response.ts';
import { responseAtom, sendingIdAtom } from './tester.ts';

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

interface ViewProps {
  readonly response: StoredResponse;
}

/** Button that saves the body as it was received. */
function Save({ response }: ViewProps) {
  const { outcome } = response;
  // Until it has arrived, there are no bytes.
  if (outcome.kind !== 'response' || outcome.bytes.length === 0) return null;
  return (
    <DownloadButton name={fileNameOf(response)} make={() => new Blob([outcome.bytes])}>
      Save
    </DownloadButton>
  );
}

/** What can be said of binary data. */
function Binary({ response }: ViewProps) {
  const { type = '', size = 0 } = response.content ?? {};
  return (
    <div className={look.row}>
      <p>
        Not text: {type || 'of unknown type'}, {sizeText(size)}.
      </p>
      <Save response={response} />
    </div>
  );
}

/** Body as received, or the message of the mock's error. */
function RawView({ response }: ViewProps) {
  const { outcome, content } = response;
  if (content?.kind === 'binary') return <Binary response={response} />;
  if (content?.kind === 'empty') return <p>The response has no body.</p>;
  const text = outcome.kind === 'unhandled' ? outcome.message : (content?.text ?? '');
  return (
    <>
      <div className={look.row}>
        <CopyButton text={text}>Copy</CopyButton>
        <Save response={response} />
      </div>
      <RawText text={text} />
    </>
  );
}

/** Tree whose first two levels are open at first. */
const Tree = (props: Pick<ComponentProps<typeof JsonTree>, 'label' | 'value'>) => (
  <div className={styles.shown}>
    <JsonTree {...props} levels={2} isMasked={false} />
  </div>
);

/** Size in bytes from which building the tree takes noticeably long. */
const LARGE_BYTES = 1_000_000;

const TreeView = ({ response }: ViewProps) => (
  <>
    <section className={look.stack}>
      <h3 className={styles.label}>Response body</h3>
      {response.content?.note && <p className={look.warning}>{response.content.note}</p>}
      <Body response={response} />
    </section>
    <section className={look.stack}>
      <h3 className={styles.label}>Response headers</h3>
      <Tree label="Response headers" value={receivedHeaders(response)} />
    </section>
  </>
);

function Body({ response }: ViewProps) {
  const { content } = response;
  const [isShown, setIsShown] = useState((content?.size ?? 0) <= LARGE_BYTES);
  const value = useMemo(() => (isShown ? shownBody(response) : undefined), [isShown, response]);
  if (content?.kind === 'binary') return <Binary response={response} />;
  if (content?.kind === 'text') return <RawText text={content.text} />;
  if (content?.kind === 'events') return <EventList events={content.events} />;
  if (isShown) return <Tree label="Response body" value={value} />;
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
function ResponseViews({ response }: ViewProps) {
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
  const sendingId = useAtomValue(sendingIdAtom);
  const outcome = response?.outcome;
  return (
    <Section
      title="Response"
      aria-busy={sendingId !== undefined}
      className={`${look.stack} ${styles.response}`}
    >
      <div role="status" className={look.row}>
        <Status response={response} sendingId={sendingId} />
      </div>
      {response && outcome?.kind !== 'none' && <ResponseViews response={response} />}
    </Section>
  );
}

interface StatusProps {
  readonly response: StoredResponse | null;
  /** Id of the response that is awaited or arrives. */
  readonly sendingId: string | undefined;
}

function Status({ response, sendingId }: StatusProps) {
  const isSending = sendingId !== undefined;
  if (isSending && response?.id !== sendingId) {
    return <p className={look.hint}>Waiting for the response…</p>;
  }
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
      <p className={look.hint}>
        {isSending ? 'Events arrive…' : measuresOf(duration, content?.size)}
      </p>
      {outcome.kind === 'response' && outcome.broken && (
        <p className={look.hint}>Ended early: {outcome.broken}. What had arrived is shown.</p>
      )}
    </>
  );
}
