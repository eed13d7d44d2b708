import type { CheckedOverride, Override, RemoteControls } from '@patchwork/devtools-bridge';
import type { Result } from '@patchwork/domain';
import type { ActiveRemote } from '@patchwork/federation';
import { Button } from '@patchwork/ui';
import { type SubmitEvent, useState } from 'react';
import field from '../../Field.module.css';
import { SmallButton } from '../../SmallButton.tsx';
import { TextList } from '../../TextList.tsx';
import styles from './OverrideForm.module.css';
import form from './RemoteForm.module.css';
import { useDevelopmentAddress } from './useDevelopmentAddress.ts';

interface OverrideFormProps {
  readonly remote: ActiveRemote;
  /** In force on this page. */
  readonly override: Override | undefined;
  readonly remoteControls: RemoteControls;
}

type Check = Result<CheckedOverride, readonly string[]>;

/** Lets this tab load a remote from another address, which is checked first. */
export function OverrideForm({ remote, override, remoteControls }: OverrideFormProps) {
  const suggestion = useDevelopmentAddress(remote);
  const [typed, setTyped] = useState(override?.address);
  const address = typed ?? suggestion ?? '';
  const [checked, setChecked] = useState<{ address: string; result: Check } | 'checking'>();

  const check = async (event: SubmitEvent) => {
    event.preventDefault();
    setChecked('checking');
    const result = await remoteControls.checkOverride({ remoteId: remote.id, address });
    setChecked({ address, result });
  };
  return (
    <form className={form.form} onSubmit={(event) => void check(event)}>
      {override && (
        <p>
          It comes from <code>{override.address}</code> in this tab.{' '}
          <SmallButton onClick={() => remoteControls.removeOverride(remote.id)}>
            Use released
          </SmallButton>
        </p>
      )}
      <label className={form.field}>
        <span>Use {remote.id} from another address</span>
        <input
          type="url"
          className={field.field}
          required
          placeholder="http://localhost:…"
          spellCheck={false}
          autoComplete="off"
          value={address}
          // A suggestion that arrives from now on would change what is being typed.
          onFocus={() => setTyped(address)}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <div>
        <SmallButton type="submit" disabled={checked === 'checking'}>
          {checked === 'checking' ? 'Checking…' : 'Check'}
        </SmallButton>
      </div>
      <div role="status">
        {checked !== undefined && checked !== 'checking' && checked.address === address && (
          <CheckResult result={checked.result} onUse={remoteControls.setOverride} />
        )}
      </div>
    </form>
  );
}

interface CheckResultProps {
  readonly result: Check;
  readonly onUse: (override: CheckedOverride) => void;
}

/** What an address serves, with a button to use it if it fits this page. */
function CheckResult({ result, onUse }: CheckResultProps) {
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
