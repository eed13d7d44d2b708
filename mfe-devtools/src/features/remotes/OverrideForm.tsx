import type { CheckedOverride, Override, RemoteControls } from '@patchwork/devtools-bridge';
import type { Result } from '@patchwork/domain';
import type { ActiveRemote } from '@patchwork/federation';
import { type SubmitEvent, useState } from 'react';
import { SmallButton } from '../../SmallButton.tsx';
import { CheckResult } from './CheckResult.tsx';
import styles from './RemoteForm.module.css';
import { useDevelopmentAddress } from './useDevelopmentAddress.ts';

interface OverrideFormProps {
  readonly remote: ActiveRemote;
  /** In force on this page. */
  readonly override: Override | undefined;
  readonly remoteControls: RemoteControls;
}

interface Checked {
  readonly address: string;
  readonly result: Result<CheckedOverride, readonly string[]>;
}

/** Lets this tab load a remote from another address, which is checked first. */
export function OverrideForm({ remote, override, remoteControls }: OverrideFormProps) {
  const suggestion = useDevelopmentAddress(remote);
  const [typed, setTyped] = useState(override?.address);
  const address = typed ?? suggestion ?? '';
  const [checked, setChecked] = useState<Checked | 'checking'>();

  const check = async (event: SubmitEvent) => {
    event.preventDefault();
    setChecked('checking');
    const result = await remoteControls.checkOverride({ remoteId: remote.id, address });
    setChecked({ address, result });
  };
  return (
    <form className={styles.form} onSubmit={(event) => void check(event)}>
      {override && (
        <p>
          It comes from <code>{override.address}</code> in this tab.{' '}
          <SmallButton onClick={() => remoteControls.removeOverride(remote.id)}>
            Use released
          </SmallButton>
        </p>
      )}
      <label className={styles.field}>
        <span>Use {remote.id} from another address</span>
        <input
          type="url"
          required
          placeholder="http://localhost:…"
          spellCheck={false}
          autoComplete="off"
          value={address}
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
