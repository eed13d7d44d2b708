import type { PublishedRemote } from '@patchwork/federation';
import { openRelease } from '../private-release.ts';
import { addVersion, point, removeFiles, stableVersion } from '../release-versions.ts';
import { type Cell, placeOf } from './cells.ts';
import { openFaultyServer } from './faulty-server.ts';
import type { Place } from './remotes.ts';
import type { Fault } from './table.ts';

/** A released shop of its own, in which one remote can be made to fail. */
export interface FaultyShop {
  readonly url: string;
  /** From now on the cell's remote has its fault. */
  inject: (cell: Cell) => Promise<void>;
  /** Ends the fault, as those who run the shop do: the server is well again, or the good version is live. */
  recover: () => Promise<void>;
  /** Resolves when nothing that was requested is without a response. */
  settled: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function openFaultyShop(): Promise<FaultyShop> {
  const release = await openRelease();
  const { folder } = release;
  await release.configure({ devtools: {} });
  const server = await openFaultyServer(release.url);
  let good: PublishedRemote | undefined;

  /** The page as it was when this version was live; then its files are deleted. */
  async function makeStale(version: PublishedRemote, { path: pathname }: Place): Promise<void> {
    const headers = { accept: 'text/html' };
    const page = await (await fetch(release.url + pathname, { headers })).text();
    server.fail(
      (requested) => requested === pathname,
      ({ forward }) => forward({ body: () => Buffer.from(page) }),
    );
    await removeFiles(folder, version);
  }

  function breakTransport(
    { files: which, respond }: NonNullable<Fault['transport']>,
    { entry, files }: PublishedRemote,
    { module }: Place,
  ): void {
    const folderOfVersion = entry.slice(0, entry.lastIndexOf('/') + 1);
    const suffix = { all: '', script: '.js', style: '.css' }[which];
    const wanted = which === 'all' ? '' : `__federation_expose_${module}.`;
    server.fail(
      (pathname) =>
        pathname.startsWith(folderOfVersion) &&
        pathname.includes(wanted) &&
        pathname.endsWith(suffix),
      respond,
    );
    if (files[`./${module}`]?.length === 0) throw new Error(`${module} has no files`);
  }

  return {
    url: server.url,
    async inject(cell) {
      const { fault, hasPrevious } = cell;
      const place = placeOf(cell);
      good = await stableVersion(folder, cell.remote.id);
      const changes = fault.change ? [fault.change(place.module)] : [];
      const version = await addVersion(folder, good, '9.0.0-faulty', ...changes);
      await point(folder, { stable: version, previous: hasPrevious ? [good] : [] });
      if (fault.transport) breakTransport(fault.transport, version, place);
      if (fault.isStale) {
        await makeStale(version, place);
        await point(folder, { stable: good });
      }
    },
    async recover() {
      server.recover();
      if (good) await point(folder, { stable: good });
    },
    settled: server.settled,
    async stop() {
      await server.stop();
      await release.close();
    },
  };
}
