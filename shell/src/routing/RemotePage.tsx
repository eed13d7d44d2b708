import type { ReleasedRemote } from '@patchwork/federation';
import { useLoaderData } from '@patchwork/router';
import type { ComponentModule } from '../remotes/contract.ts';
import { regionOf } from '../remotes/region.ts';

export interface LoadedPage {
  readonly remote: ReleasedRemote;
  readonly module: ComponentModule;
}

/** The region of the page that belongs to one remote. */
export function RemotePage() {
  const { remote, module } = useLoaderData<LoadedPage>();
  return (
    <div {...regionOf(remote)}>
      <module.Component />
    </div>
  );
}
