import { getInstance, registerGlobalPlugins, satisfy } from '@module-federation/enhanced/runtime';
import { containerName } from '../registry/declaration.ts';

/** A package that a remote shares with the page, and the copy that it uses. */
export interface SharedUse {
  readonly name: string;
  /** The range that the remote was built for. */
  readonly wanted: string;
  /** The version that it got; undefined when it was refused or is still on its way. */
  readonly got: string | undefined;
  /** Provider of that copy: 'shell' or a remote's id. */
  readonly from: string | undefined;
}

const scope = 'default';
const host = 'shell';

/** Packages that each container requested from the page, with the range that it was built for. */
const requested = new Map<string, Map<string, string>>();

/**
 * Completes each request for a shared package. A request from a remote without copies of its own states neither its
 * origin nor a strategy: a refusal would not name the remote, and the newest copy would win instead of the loaded
 * one. Call it first at boot: a global plugin applies to instances that are created after it.
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

/** A range that no copy of React will ever satisfy. */
const impossible = '^0.0.1';

/**
 * Makes a remote require a React version that this page does not have, so that the federation runtime refuses to
 * share it. Call it before the remote is loaded: a global plugin applies to instances that are created after it.
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

/** Returns the packages that a remote has requested from the page; empty before its code is loaded. */
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

/** Returns the versions of the packages that the shell itself shares, by name. */
export function pageCopies(): ReadonlyMap<string, string> {
  const shared = getInstance(({ name }) => name === host)?.options.shared ?? {};
  return new Map(
    Object.entries(shared).flatMap(([name, [copy]]) => (copy ? [[name, copy.version]] : [])),
  );
}

/**
 * Whether a version fits a range, as the federation runtime decides. The type is written out, because the shell's
 * declarations are read where that runtime is not installed.
 */
export const satisfies: (version: string, range: string) => boolean = satisfy;
