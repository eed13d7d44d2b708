import type { Steering } from '@patchwork/devtools-bridge';
import { Button } from '@patchwork/ui';
import { useState } from 'react';

interface ReloadButtonProps {
  readonly remoteId: string;
  readonly steering: Steering;
}

/** Gets a remote's files anew. */
export function ReloadButton({ remoteId, steering }: ReloadButtonProps) {
  const [said, setSaid] = useState('');
  const reload = async () => {
    setSaid('Reloading…');
    await steering.reload(remoteId).then(
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
