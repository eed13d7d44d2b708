import { err, type Result } from '@patchwork/domain';
import type { CheckedOverride, Override } from '../remote-controls.ts';
import { fetchJson } from './fetch-json.ts';
import { type AddressRules, parseOverrideAddress } from './override-address.ts';
import { type Page, validateOverride } from './validate-override.ts';

/** Fetches what an override's address serves, and checks it against the page. */
export async function checkOverride(
  { remoteId, address: written }: Override,
  rules: AddressRules,
  page: Page,
): Promise<Result<CheckedOverride, readonly string[]>> {
  const address = parseOverrideAddress(written.trim(), rules);
  if (!address.ok) return err([address.error]);
  const declaration = await fetchJson(`${address.value}/remote.json`);
  if (!declaration.ok) return err([declaration.error]);
  const manifest = await fetchJson(`${address.value}/mf-manifest.json`);
  if (!manifest.ok) return err([manifest.error]);
  const found = { declaration: declaration.value, manifest: manifest.value };
  return validateOverride({ remoteId, address: address.value }, found, page);
}
