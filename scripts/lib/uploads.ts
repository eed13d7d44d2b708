import path from 'node:path';
import { isOrigin } from '@patchwork/build/policy';
import { acceptedRunner, openRelease } from '@patchwork/cli/accepted';
import { type Delegate, ReleaseError } from '@patchwork/release';
import { createAcceptor, knownIssuers, requireIssuer } from '@patchwork/release/accept';
import { root } from './workspace.ts';

interface UploadSettings {
  /** The release that uploads move: a folder or s3://bucket/prefix. */
  readonly address: string;
  readonly trust: readonly string[];
  /** File of the key that signs moves. By default PATCHWORK_KEY, which the commands read themselves. */
  readonly key: string | undefined;
  readonly purge: string | undefined;
  /** Address of this server's metrics. */
  readonly visits: string | undefined;
  readonly origin: string | undefined;
  readonly proxies: number;
}

/** Creates the handler of uploads. Throws a ReleaseError if a setting that it needs is missing or invalid. */
export async function openUploads(settings: UploadSettings): Promise<Delegate> {
  const { address, trust, key, purge, visits, origin = '', proxies } = settings;
  const { ACCEPT_ISSUERS } = process.env;
  const program = path.join(root, 'scripts/accepted.ts');
  if (!isOrigin(origin)) {
    throw new ReleaseError(
      '--accept needs SHOP_ORIGIN, the shop’s public address, which tokens have to name: write it as https://shop.example',
    );
  }
  const store = await openRelease(process.cwd(), address);
  const args = [
    `--to=${store.address}`,
    ...(trust.length > 0 ? [`--trust=${trust.join(',')}`] : []),
    ...(key === undefined ? [] : [`--key=${path.resolve(key)}`]),
    ...(purge === undefined ? [] : [`--purge=${purge}`]),
  ];
  const issuers = ACCEPT_ISSUERS ? ACCEPT_ISSUERS.split(',').map(requireIssuer) : knownIssuers;
  return createAcceptor({
    ...{ store, trust, origin, issuers, proxies },
    run: acceptedRunner(root, ['--import', 'tsx', program], { args, visits }),
    report: (message) => console.log(message),
  });
}
