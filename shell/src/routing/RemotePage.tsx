import { useLoaderData, useRevalidator } from '@patchwork/router';
import { Spinner } from '@patchwork/ui';
import type { Part } from '../remotes/containers.ts';
import { ErrorFence } from '../remotes/ErrorFence.tsx';
import { regionOf } from '../remotes/region.ts';
import { useRemotes } from '../remotes/remotes.tsx';

export interface LoadedPage extends Part {
  /** The declared route's. */
  readonly path: string;
}

/** What can't be mended goes to the route's error screen. */
function giveUp(error: unknown): never {
  throw error;
}

/** The region of the page that belongs to one remote. */
export function RemotePage() {
  const { remote, path, module } = useLoaderData<LoadedPage>();
  const { loader } = useRemotes();
  const { revalidate } = useRevalidator();

  function mend(error: unknown): 'again' | Promise<boolean> {
    const answer = loader.crashed(remote, { path }, error);
    if (answer === 'again') return answer;
    return answer.then((isReplaced) => {
      if (isReplaced) void revalidate();
      return isReplaced;
    });
  }

  return (
    <ErrorFence
      key={`${remote.version} ${path}`}
      onCrash={mend}
      meanwhile={<Spinner />}
      fallback={giveUp}
    >
      <div {...regionOf(remote)}>
        <module.Component />
      </div>
    </ErrorFence>
  );
}
