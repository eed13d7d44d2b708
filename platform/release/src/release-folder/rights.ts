import { configFields } from '@patchwork/build/policy';
import {
  createPageRights,
  type PageRights,
  type Preview,
  type Registry,
  versionsOf,
} from '@patchwork/host';

interface Shop {
  readonly registry: Registry;
  readonly previews: readonly Preview[];
}

/**
 * Returns the rights of a shop's pages. A page has those of every version that a browser may run on it: live ones,
 * previews, and the earlier ones that it falls back to.
 */
export function rightsOf({ registry, previews }: Shop, config: unknown): PageRights {
  const live = versionsOf(registry);
  const previewed = previews.flatMap(({ remotes }) => remotes);
  const pathsOf = (versions: typeof live) =>
    versions.flatMap(({ routes }) => routes.map(({ path }) => path));
  const declared = new Set(pathsOf(live));
  const unlisted = pathsOf(previewed).filter((path) => !declared.has(path));
  return createPageRights([...live, ...previewed], configFields(config).rights, unlisted);
}
