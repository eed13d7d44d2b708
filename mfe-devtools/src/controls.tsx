import { createStoredValue } from '@patchwork/host/storage';
import { Button } from '@patchwork/ui';
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as v from 'valibot';
import styles from './styles.module.css';

/** Button of the devtools, except for a form's main action. */
export const SmallButton = (props: Omit<ComponentProps<typeof Button>, 'size'>) => (
  <Button variant="quiet" {...props} size="small" />
);

interface ChipProps {
  readonly tone: 'calm' | 'good' | 'bad' | 'busy';
  readonly children: ReactNode;
}

/** Label that shows a state in one or two words. */
export function Chip({ tone, children }: ChipProps) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  );
}

interface ChoiceProps extends Pick<ComponentProps<'input'>, 'role' | 'disabled'> {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}

export const Choice = ({ isOn, onChange, children, ...rest }: ChoiceProps) => (
  <label className={styles.choice}>
    <input
      {...rest}
      type="checkbox"
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
    />
    {children}
  </label>
);

const storedRows = createStoredValue({
  name: 'devtools-rows',
  version: 1,
  parse: v.parser(v.array(v.string())),
  scope: 'tab',
});

interface DisclosureProps {
  /** Unique name, under which the open state is stored. */
  readonly id: string;
  /** Class that sets the columns of the line. The first column is for the chevron. */
  readonly columns: string | undefined;
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** Line that opens to show details. Renders them only while open, and restores its state after a reload. */
export function Disclosure({ id, columns, summary, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(() => storedRows.read()?.includes(id) ?? false);
  const change = (isNowOpen: boolean) => {
    const others = (storedRows.read() ?? []).filter((each) => each !== id);
    storedRows.write(isNowOpen ? [...others, id] : others);
    setOpen(isNowOpen);
  };
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => change(currentTarget.open)}>
      <summary className={`${styles.line} ${columns}`}>{summary}</summary>
      {isOpen && <div className={`${styles.stack} ${styles.opened}`}>{children}</div>}
    </details>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export function CopyButton({ text, disabled = false, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState({ text: '', message: '' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome({ text, message: 'Copied.' });
    } catch {
      // The permission is missing, or the page isn't served over https.
      setOutcome({ text, message: 'The browser does not let this page copy.' });
    }
  };
  return (
    <span className={styles.copy}>
      <SmallButton disabled={disabled} onClick={() => void copy()}>
        {children}
      </SmallButton>
      {/* Hidden once the text differs from what was copied. */}
      <span role="status" className={styles.message}>
        {outcome.text === text && outcome.message}
      </span>
    </span>
  );
}

interface DownloadButtonProps {
  readonly name: string;
  /** Makes the file's content: HTML text, or an object that is written as JSON, or bytes. */
  readonly make: () => Promise<object> | Blob | string;
  readonly children: ReactNode;
}

const textBlob = (made: object | string): Blob =>
  typeof made === 'string'
    ? new Blob([made], { type: 'text/html' })
    : new Blob([JSON.stringify(made, null, 2)], { type: 'application/json' });

export function DownloadButton({ name, make, children }: DownloadButtonProps) {
  const [hasFailed, setHasFailed] = useState(false);

  async function download(): Promise<void> {
    try {
      const made = await make();
      const url = URL.createObjectURL(made instanceof Blob ? made : textBlob(made));
      Object.assign(document.createElement('a'), { href: url, download: name }).click();
      // The browser has started reading the file by then.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      setHasFailed(false);
    } catch (error) {
      console.error(error);
      setHasFailed(true);
    }
  }

  return (
    <>
      <SmallButton onClick={() => void download()}>{children}</SmallButton>
      {hasFailed && (
        <span role="alert">The file can’t be made. Try again, or load the page again.</span>
      )}
    </>
  );
}

interface SecretProps {
  /** Name of the header or field, such as 'authorization'. */
  readonly name: string;
  readonly text: string;
}

/** Token or password, masked until its button is pressed. */
export function Secret({ name, text }: SecretProps) {
  const [isShown, setShown] = useState(false);
  return (
    <span className={styles.secret}>
      {isShown ? text : <span aria-hidden="true">••••••••</span>}
      <button
        type="button"
        className={styles.show}
        aria-label={`${isShown ? 'Hide' : 'Show'} ${name}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </span>
  );
}

export type Fact = readonly [name: string, ...values: ReactNode[]];

export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, ...values]) => (
      <div key={name}>
        <dt>{name}</dt>
        {values.map((value, index) => (
          <dd key={typeof value === 'string' ? value : index}>{value}</dd>
        ))}
      </div>
    ))}
  </dl>
);

interface TextListProps extends ComponentProps<'ul'> {
  readonly texts: readonly string[];
}

/** List of distinct texts. */
export const TextList = ({ texts, ...rest }: TextListProps) => (
  <ul {...rest}>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);

interface ConfirmButtonProps {
  readonly question: string;
  /** Label of the button that confirms. */
  readonly yes: string;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

export function ConfirmButton({ question, yes, onConfirm, children }: ConfirmButtonProps) {
  const id = useId();
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Moves the focus from the button that is removed to the one that replaces it.
  const ask = (isOpen: boolean) => {
    flushSync(() => setIsAsking(isOpen));
    button.current?.focus();
  };
  if (!isAsking) {
    return (
      <SmallButton ref={button} variant="danger" onClick={() => ask(true)}>
        {children}
      </SmallButton>
    );
  }
  return (
    <fieldset className={styles.row} aria-labelledby={id}>
      <span id={id}>{question}</span>
      <SmallButton
        ref={button}
        variant="danger"
        aria-describedby={id}
        onClick={() => {
          ask(false);
          onConfirm();
        }}
      >
        {yes}
      </SmallButton>
      <SmallButton onClick={() => ask(false)}>Keep</SmallButton>
    </fieldset>
  );
}
