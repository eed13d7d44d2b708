import { err, type Result } from '@patchwork/domain';
import type { ActiveRemote } from '@patchwork/federation';
import { pageCopies, satisfies } from '@patchwork/federation/browser';
import type { ServedShop } from '../remote-changes/shop.ts';
import type { CheckedOverride, Override } from '../remote-controls.ts';
import { fetchJson } from './fetch-json.ts';
import { parseOverrideAddress } from './override-address.ts';
import { validateOverride } from './validate-override.ts';

type OverrideCheck = (
  override: Override,
  inForce: readonly ActiveRemote[],
) => Promise<Result<CheckedOverride, readonly string[]>>;

/**
 * Fetches what an override's address serves, and checks it against this page, with the other overrides
 * that are in force.
 */
export function createOverrideCheck({ active: released, devtools }: ServedShop): OverrideCheck {
  const rules = { pageProtocol: location.protocol, overrideOrigins: devtools?.overrideOrigins };
  const copies = pageCopies();
  const isProduction = process.env.NODE_ENV === 'production';
  return async ({ remoteId, address: written }, inForce) => {
    const address = parseOverrideAddress(written.trim(), rules);
    if (!address.ok) return err([address.error]);
    const declaration = await fetchJson(`${address.value}/remote.json`);
    if (!declaration.ok) return err([declaration.error]);
    const manifest = await fetchJson(`${address.value}/mf-manifest.json`);
    if (!manifest.ok) return err([manifest.error]);
    const others = inForce.filter(({ id }) => id !== remoteId);
    const remotes = released.remotes.map(
      (remote) => others.find(({ id }) => id === remote.id) ?? remote,
    );
    return validateOverride(
      { remoteId, address: address.value },
      { declaration: declaration.value, manifest: manifest.value },
      { active: { remotes }, copies, satisfies, isProduction },
    );
  };
}
