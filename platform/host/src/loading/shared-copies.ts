import { getInstance, registerGlobalPlugins, satisfy } from '@module-federation/enhanced/runtime';
import { containerName } from '../registry/declaration.ts';

/** A package that a remote shares with the page, and the copy that the remote gets. */
export interface SharedUse {
  readonly name: string;
  /** Version range that the remote requires. */
  readonly wanted: string;
  /** Version that the remote got; undefined if the package was refused or is still loading. */
  readonly got: string | undefined;
  /** Provider of the copy: 'shell' or a remote's id; undefined if `got` is. */
  readonly from: string | undefined;
}

const scope = 'default';
const host = 'shell';

/** Packages that each container has requested from the page, with the range it requires. */
const requested = new Map<string, Map<string, string>>();

/**
 * Adds the requesting container's name and a strategy to each request for a shared package. Requests from a remote
 * without its own copies lack both: an error would not name the remote, and the newest copy would be preferred to the
 * loaded one. Also records the requests, which `sharedBy` returns. Call it first at boot, because a global plugin
 * applies only to instances that are created later.
 */
export function completeSharedRequests(): void {
  registerGlobalPlugins([
    {
      name: 'patchwork:shared-requests',
      async beforeLoadShare(args) {
        const { origin, pkgName, shareInfo } = args;
        if (!shareInfo) return args;
        const { requiredVersion } = shareInfo.shareConfig;
        const ofContainer = requested.get(origin.name) ?? new Map<string, string>();
        requested.set(origin.name, ofContainer.set(pkgName, requiredVersion || '*'));
        return {
          ...args,
          shareInfo: { ...shareInfo, from: origin.name, strategy: 'loaded-first' },
        };
      },
    },
  ]);
}

/** A range that no version of React satisfies. */
const impossible = '^0.0.1';

/**
 * Breaks a remote on purpose: makes it require a React version that the page doesn't have, so that the federation
 * runtime refuses to share React with it. Call it before the remote is loaded, because a global plugin applies only to
 * instances that are created later.
 */
export function refuseShared(remoteId: string): void {
  const container = containerName(remoteId);
  registerGlobalPlugins([
    {
      name: `patchwork:refuse-shared:${container}`,
      async beforeLoadShare(args) {
        const { origin, pkgName, shareInfo } = args;
        if (origin.name !== container || pkgName !== 'react' || !shareInfo) return args;
        const shareConfig = {
          ...shareInfo.shareConfig,
          requiredVersion: impossible,
          strictVersion: true,
        };
        return { ...args, shareInfo: { ...shareInfo, shareConfig } };
      },
    },
  ]);
}

/** Returns the packages that a remote has requested from the page; empty until its code is loaded. */
export function sharedBy(remoteId: string): readonly SharedUse[] {
  const container = containerName(remoteId);
  const instance = getInstance(({ name }) => name === container);
  if (!instance) return [];
  return [...(requested.get(container) ?? [])].map(([name, wanted]) => {
    const copies = Object.values(instance.shareScopeMap[scope]?.[name] ?? {});
    const copy = copies.find(({ useIn }) => useIn?.includes(container));
    return { name, wanted, got: copy?.version, from: copy?.from.replaceAll('_', '-') };
  });
}

/** Returns the versions of the packages that the shell shares, by name. */
export function pageCopies(): ReadonlyMap<string, string> {
  const shared = getInstance(({ name }) => name === host)?.options.shared ?? {};
  return new Map(
    Object.entries(shared).flatMap(([name, [copy]]) => (copy ? [[name, copy.version]] : [])),
  );
}

/**
 * Whether a version satisfies a range, by the federation runtime's own rules. The function's type is written out here,
 * because the shell's declarations are also read where that runtime is not installed.
 */
export const satisfies: (version: string, range: string) => boolean = satisfy;
