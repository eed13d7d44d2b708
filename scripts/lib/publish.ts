import { type Published, publishRemote, publishShell } from '@patchwork/release';
import { kilobytes } from './terminal.ts';
import { release, remotes, shell } from './workspace.ts';

function tell({ name, version, fresh, size }: Published): void {
  const sizes = `${kilobytes(size.raw)}, ${kilobytes(size.brotli)} with brotli`;
  console.log(`${fresh ? 'published' : 'unchanged'} ${name.padEnd(14)} ${version}  ${sizes}`);
}

/** Publishes every piece that was built into the workspace's release folder. */
export async function publishAll(): Promise<void> {
  for (const { folder } of remotes) tell(await publishRemote({ piece: folder, release }));
  tell(await publishShell({ piece: shell.folder, release }));
}
