import { getInstance, registerGlobalPlugins, satisfy } from '@module-federation/enhanced/runtime';
import { containerName } from '../registry/declaration.ts';

/** A package that a remote shares with the page, and whose copy it works with. */
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

/** Packages that each container asked the page for, with the range that it was built for. */
const requested = new Map<string, Map<string, string>>();

/**
 * Completes each request for a shared package. A remote that brings no copies of its own states
 * neither who asks nor the strategy: a refusal would not name the remote, and the newest copy would
 * win instead of the loaded one. To be called first at boot: a global plugin applies to instances that
 * are created after it.
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
 * Makes a remote require a React version that this page does not have, so that the federation runtime
 * refuses to share it. To be called before the remote is loaded: a global plugin applies to instances
 * that are created after it.
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

/** The packages that a remote has asked the page for; empty before its code is there. */
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

/** The copies that the page holds before any remote is there, by package: name to version. */
export function pageCopies(): ReadonlyMap<string, string> {
  const shared = getInstance(({ name }) => name === host)?.options.shared ?? {};
  return new Map(
    Object.entries(shared).flatMap(([name, [copy]]) => (copy ? [[name, copy.version]] : [])),
  );
}

/**
 * Returns whether a version fits a range, as the runtime decides it. Its type is written here: the shell's
 * declarations are read where that runtime is not installed.
 */
export const satisfies: (version: string, range: string) => boolean = satisfy;
