import { writeFile } from 'node:fs/promises';
import { shopTypes, writeTexts } from '@patchwork/build/workspace';
import { readRegistry, remotesIn } from '@patchwork/release';
import { type LiveContract, readContract, readOwnContract } from '@patchwork/release/contract';
import { readDeclaration, shopTypesFile } from '../pieces.ts';

const members = (types: readonly (readonly [name: string, type: string])[]): string =>
  types.map(([name, type]) => `\n  '${name}': ${type};`).join('');

function contractTypes({ shell, slots, names }: LiveContract): string {
  const values = Object.entries(names).map(
    ([module, all]) => [module, all.map((name) => `'${name}'`).join(' | ') || 'never'] as const,
  );
  return `
/** Props of the fragments in each live slot, beside shell ${shell}. */
interface PatchworkSlots {${members(Object.entries(slots))}
}

/** Values that the live shell has of each shared package. */
interface PatchworkShared {${members(values)}
}
`;
}

export interface PulledTypes {
  readonly file: string;
  readonly shell: string;
  readonly pages: number;
  readonly slots: readonly string[];
  readonly exposes: readonly string[];
  /** Names that the remote imports, by shared package. Read from its build or, without a build, from its sources. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** Imports that the live shell doesn't export, such as '@patchwork/shop: laterAtom'. */
  readonly missing: readonly string[];
}

/**
 * Writes the shop.d.ts of a remote's repository, with the live pages, slot props and shared names from a release
 * folder. Throws a ReleaseError if no shell is live, or if remote.json is invalid.
 */
export async function pullTypes(root: string, release: string): Promise<PulledTypes> {
  const own = readDeclaration(root);
  const contract = await readContract(root, release);
  const others = remotesIn(await readRegistry(release))
    .filter(({ id }) => id !== own.id)
    .map(({ stable }) => ({ routes: stable.routes }));
  const declared = [own, ...others];
  const file = shopTypesFile(root);
  await writeFile(file, shopTypes(declared) + contractTypes(contract));
  writeTexts(root);
  const { exposes, imports } = await readOwnContract(root, contract.names);
  const missing = Object.entries(imports).flatMap(([module, names]) =>
    names
      .filter((name) => module in contract.names && !contract.names[module]?.includes(name))
      .map((name) => `${module}: ${name}`),
  );
  return {
    file,
    shell: contract.shell,
    pages: new Set(declared.flatMap(({ routes }) => routes.map(({ page }) => page))).size,
    slots: Object.keys(contract.slots),
    exposes,
    imports,
    missing,
  };
}
