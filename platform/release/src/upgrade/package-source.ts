/** What a package.json says that an upgrade depends on. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly peerDependencies?: Readonly<Record<string, string>> | undefined;
  readonly dependencies?: Readonly<Record<string, string>> | undefined;
}

export type Found =
  | { readonly state: 'found'; readonly manifest: Manifest }
  /** The registry responds, and has no such version. */
  | { readonly state: 'absent' }
  | { readonly state: 'unreachable'; readonly reason: string };

/** Where packages come from: the registry that npm is configured with. */
export interface PackageSource {
  /** Finds the highest version that a version, the beginning of one ('20') or the tag 'latest' stands for. */
  readonly find: (name: string, spec: string) => Promise<Found>;
  /**
   * Installs packages with their dependencies, without running their scripts, and returns the folder that has their
   * node_modules; undefined if one can't be installed.
   */
  readonly install: (packages: readonly Manifest[]) => Promise<string | undefined>;
}
