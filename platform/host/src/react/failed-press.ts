import { useEffect } from 'react';
import { isMissingFile } from '../loading/module-loader.ts';
import { folderOf } from '../loading/version-files.ts';
import type { ActiveRemote } from '../registry/active-remotes.ts';

/**
 * Calls `onFailure` when a file of the remote could not be loaded after a press. It must not change between renders.
 */
export function useFailedPress(
  entry: ActiveRemote['entry'] | undefined,
  onFailure: (error: Error) => void,
): void {
  useEffect(() => {
    const onRejection = ({ reason }: PromiseRejectionEvent): void => {
      // Without a press, the code may only have loaded ahead.
      if (!isMissingFile(reason) || navigator.userActivation?.isActive === false) return;
      if (entry && reason.message.includes(folderOf(entry))) onFailure(reason);
    };
    addEventListener('unhandledrejection', onRejection);
    return () => removeEventListener('unhandledrejection', onRejection);
  }, [entry, onFailure]);
}
