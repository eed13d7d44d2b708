import type { RemoteControls } from '@patchwork/devtools-bridge';
import { useState } from 'react';
import { SmallButton } from '../../SmallButton.tsx';

interface ReloadButtonProps {
  readonly remoteId: string;
  readonly remoteControls: RemoteControls;
}

/** Fetches a remote's files again. */
export function ReloadButton({ remoteId, remoteControls }: ReloadButtonProps) {
  const [status, setStatus] = useState('');
  const reload = async () => {
    setStatus('Reloading…');
    await remoteControls.reload(remoteId).then(
      () => setStatus('Reloaded.'),
      (cause) => setStatus(`It could not be reloaded: ${cause}`),
    );
  };
  return (
    <div>
      <SmallButton onClick={() => void reload()}>Reload {remoteId}</SmallButton>{' '}
      <span role="status">{status}</span>
    </div>
  );
}
