import type { CheckedOverride } from '@patchwork/devtools-bridge';
import type { Result } from '@patchwork/domain';
import { Button } from '@patchwork/ui';
import { TextList } from '../../TextList.tsx';
import styles from './CheckResult.module.css';

interface CheckResultProps {
  readonly result: Result<CheckedOverride, readonly string[]>;
  readonly onUse: (override: CheckedOverride) => void;
}

/** What an address serves, with a button to use it if it fits this page. */
export function CheckResult({ result, onUse }: CheckResultProps) {
  if (!result.ok) {
    return (
      <>
        <p className={styles.verdict}>It can’t be used.</p>
        <TextList texts={result.error} className={styles.sentences} data-tone="bad" />
      </>
    );
  }
  const { remote, warnings } = result.value;
  return (
    <>
      <p className={styles.verdict}>
        Found {remote.id} {remote.version}. {warnings.length === 0 && 'It fits this page.'}
      </p>
      <TextList texts={warnings} className={styles.sentences} />
      <Button size="small" onClick={() => onUse(result.value)}>
        Use it
      </Button>
    </>
  );
}
