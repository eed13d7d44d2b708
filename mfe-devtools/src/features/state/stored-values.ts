import { useEffect, useState } from 'react';
import * as v from 'valibot';

const registrySchema = v.object({
  remotes: v.array(
    v.object({
      id: v.string(),
      stable: v.object({
        stores: v.optional(v.record(v.string(), v.object({ purpose: v.string() })), {}),
      }),
    }),
  ),
});

interface Declared {
  /** The remote that stores under this name. */
  readonly id: string;
  readonly purpose: string;
}

type DeclaredStores = ReadonlyMap<string, Declared>;

async function fetchDeclared(): Promise<DeclaredStores> {
  const response = await fetch('/registry.json', { cache: 'no-cache' });
  const { remotes } = v.parse(registrySchema, await response.json());
  return new Map(
    remotes.flatMap(({ id, stable }) =>
      Object.entries(stable.stores).map(([name, { purpose }]) => [name, { id, purpose }] as const),
    ),
  );
}

/** Returns what the live remotes declare by name: nothing until it is loaded, or where there is no registry. */
export function useDeclaredStores(): DeclaredStores {
  const [declared, setDeclared] = useState<DeclaredStores>(new Map());
  useEffect(() => {
    fetchDeclared().then(setDeclared, () => undefined);
  }, []);
  return declared;
}

export interface StoredEntry {
  readonly key: string;
  /** The name that a piece stores under: 'cart' of 'patchwork:cart/1qphe3mt5soub'. */
  readonly name: string;
  readonly scope: 'one shopper' | 'this browser' | 'this tab' | 'one shopper in this tab';
  readonly characters: number;
}

function entriesIn(area: Storage, scope: 'this browser' | 'this tab'): StoredEntry[] {
  return Object.entries(area).flatMap(([key, text]: [string, string]): StoredEntry[] => {
    const [, name, shopper] = /^patchwork:([\w-]+)(\/)?/.exec(key) ?? [];
    if (name === undefined) return [];
    const ofShopper = scope === 'this tab' ? 'one shopper in this tab' : 'one shopper';
    return [{ key, name, scope: shopper ? ofShopper : scope, characters: text.length }];
  });
}

/** Values that pieces store in this browser now, by key. None where the storage is forbidden. */
export function storedEntries(): StoredEntry[] {
  try {
    return [
      ...entriesIn(localStorage, 'this browser'),
      ...entriesIn(sessionStorage, 'this tab'),
    ].sort((one, other) => one.key.localeCompare(other.key));
  } catch {
    return [];
  }
}
