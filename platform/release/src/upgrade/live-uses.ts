import { packageOf } from '@patchwork/build/workspace';
import { ReleaseError, UsageError } from '../errors.ts';
import { listed } from '../findings.ts';
import { folderOfVersion } from '../release-folder/layout.ts';
import { readRegistry, remotesIn } from '../release-folder/registry.ts';
import { readShellRelease } from '../release-folder/release-file.ts';

/** A version of a remote that is live, or that a rollback returns to, and uses a shared package. */
export interface LiveUse {
  readonly piece: string;
  readonly role: 'stable' | 'canary' | 'previous';
  readonly version: string;
  readonly folder: string;
  /** Range that the version was built for, by package: '^19.3.1'. */
  readonly ranges: Readonly<Record<string, string>>;
  /** Its files, by path in `folder`. */
  readonly files: readonly string[];
}

/** Returns a live version's key in the reasons that were found. */
export const keyOf = ({ piece, version }: Pick<LiveUse, 'piece' | 'version'>): string =>
  `${piece} ${version}`;

export interface LiveUses {
  /** Version of the live shell: '1.0.0-0123456789'. */
  readonly shell: string;
  /** Versions of the packages that the shell gives to all pieces, by name. */
  readonly copies: Readonly<Record<string, string>>;
  readonly uses: readonly LiveUse[];
}

function byPackage(values: readonly (readonly [module: string, value: string])[]) {
  const packages = new Map<string, string>();
  for (const [module, value] of values) {
    const name = packageOf(module);
    if (!packages.has(name)) packages.set(name, value);
  }
  return Object.fromEntries(packages);
}

/**
 * Reads who uses a shared package in a release folder: stable versions, canaries, and the version that a rollback
 * returns to. Throws a ReleaseError if no shell is live, a UsageError if nobody shares the package.
 */
export async function readLiveUses(release: string, name: string): Promise<LiveUses> {
  const document = await readRegistry(release);
  const shell = document.shell?.version;
  if (shell === undefined) {
    throw new ReleaseError(
      `No shell is live in ${release}, so no version of a package is: publish one first, or name another release with --to or --shop`,
    );
  }
  const { shared } = await readShellRelease(release, shell);
  const copies = byPackage(Object.entries(shared).map(([key, { version }]) => [key, version]));
  const uses = remotesIn(document).flatMap(({ id, stable, canary, previous: [previous] }) =>
    [
      { role: 'stable' as const, remote: stable },
      ...(canary ? [{ role: 'canary' as const, remote: canary.release }] : []),
      ...(previous ? [{ role: 'previous' as const, remote: previous }] : []),
    ].map(({ role, remote }): LiveUse => {
      const ranges = Object.entries(remote.shared).map(
        ([key, { requiredVersion }]) => [key, requiredVersion] as const,
      );
      return {
        ...{ piece: id, role, version: remote.version, ranges: byPackage(ranges) },
        folder: folderOfVersion(release, id, remote.version),
        files: Object.keys(remote.integrity),
      };
    }),
  );
  const using = uses.filter(({ ranges }) => Object.hasOwn(ranges, name));
  if (!Object.hasOwn(copies, name)) {
    const known = listed(Object.keys(copies));
    throw new UsageError(
      `Nobody gets ${name} from shell ${shell}, which shares ${known}: plan one of these. A package that a remote bundles concerns its team alone`,
    );
  }
  return { shell, copies, uses: using };
}
