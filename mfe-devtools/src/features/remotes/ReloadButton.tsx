import type { RemoteControls } from '@patchwork/devtools-bridge';
import { Button } from '@patchwork/ui';
import { useState } from 'react';

interface ReloadButtonProps {
  readonly remoteId: string;
  readonly remoteControls: RemoteControls;
}

/** Gets a remote's files anew. */
export function ReloadButton({ remoteId, remoteControls }: ReloadButtonProps) {
  const [said, setSaid] = useState('');
  const reload = async () => {
    setSaid('Reloading…');
    await remoteControls.reload(remoteId).then(
      () => setSaid('Reloaded.'),
      (cause) => setSaid(`It could not be reloaded: ${cause}`),
    );
  };
  return (
    <div>
      <Button variant="quiet" size="small" onClick={() => void reload()}>
        Reload {remoteId}
      </Button>{' '}
      <span role="status">{said}</span>
    </div>
  );
}
