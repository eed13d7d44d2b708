import type { CheckedOverride } from '@patchwork/devtools-bridge';
import type { Result } from '@patchwork/domain';
import { Button } from '@patchwork/ui';
import styles from './CheckResult.module.css';

interface CheckResultProps {
  readonly result: Result<CheckedOverride, readonly string[]>;
  readonly onUse: (override: CheckedOverride) => void;
}

interface SentencesProps {
  readonly tone: 'bad' | 'warning';
  readonly sentences: readonly string[];
}

function Sentences({ tone, sentences }: SentencesProps) {
  return (
    <ul className={styles.sentences} data-tone={tone}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** What an address serves, with a button to use it if it fits this page. */
export function CheckResult({ result, onUse }: CheckResultProps) {
  if (!result.ok) {
    return (
      <>
        <p className={styles.verdict}>It can’t be used.</p>
        <Sentences tone="bad" sentences={result.error} />
      </>
    );
  }
  const { remote, warnings } = result.value;
  return (
    <>
      <p className={styles.verdict}>
        Found {remote.id} {remote.version}. {warnings.length === 0 && 'It fits this page.'}
      </p>
      <Sentences tone="warning" sentences={warnings} />
      <Button size="small" onClick={() => onUse(result.value)}>
        Use it
      </Button>
    </>
  );
}
