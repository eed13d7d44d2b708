import { registerGlobalPlugins } from '@module-federation/enhanced/runtime';
import { containerName } from '../registry/declaration.ts';

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
