import type { Accepts } from '../gate/rules/shared.ts';
import type { LiveUse } from './live-uses.ts';
import type { Manifest, PackageSource } from './package-source.ts';
import type { Peer } from './peers.ts';

/** Why a version can't be used with the wanted one. */
export interface Reason {
  readonly kind: 'range' | 'names' | 'types';
  readonly message: string;
}

export interface JudgedUse extends Pick<LiveUse, 'piece' | 'role' | 'version'> {
  readonly range: string;
  /** Empty if the version can be used with the wanted one. */
  readonly reasons: readonly Reason[];
  /** Range that accepts the live and the wanted version, by package; only for ranges that exclude the wanted one. */
  readonly widened: Readonly<Record<string, string>>;
}

export interface Question {
  /** The wanted version in the registry; undefined if it is not there or was not looked for. */
  readonly manifest: Manifest | undefined;
  readonly name: string;
  readonly version: string;
  /** Lowest version that is wanted: '20.0.0' for 'react@20'. */
  readonly lowest: string;
  readonly workspace: string;
  readonly pieces: readonly { readonly name: string; readonly folder: string }[];
  readonly source: PackageSource;
  readonly progress: (line: string) => void;
  /** Versions of other shared packages that come with the wanted one. */
  readonly companions: ReadonlyMap<string, string>;
  readonly accepts: Accepts;
}

/** What to do next. Steps are in the order in which they can be taken. */
export interface NextStep {
  readonly step: 'wait' | 'packages' | 'other upgrade' | 'remotes' | 'shell' | 'narrow';
  /** Pieces or packages that move. */
  readonly who: readonly string[];
  readonly text: string;
}

/** A package that the wanted version needs in another version than the live one: react-dom 20 needs react 20. */
export interface Need {
  readonly name: string;
  readonly range: string;
  readonly live: string;
}

/** Who is ready for another version of a shared package, who blocks it, and in which order to move. */
export interface UpgradePlan {
  readonly package: string;
  readonly version: string;
  /** Version that the live shell gives to all pieces. */
  readonly live: string;
  readonly shell: string;
  readonly ready: boolean;
  /** What the answer comes from: 'ranges' alone, or also the 'names' and 'types' of the version itself. */
  readonly from: readonly ('ranges' | 'names' | 'types')[];
  /** What could not be looked at, and why. */
  readonly notes: readonly string[];
  readonly uses: readonly JudgedUse[];
  /** Type errors that the shell's sources here would have. */
  readonly shellErrors: readonly string[];
  readonly peers: readonly Peer[];
  readonly needs: readonly Need[];
  readonly steps: readonly NextStep[];
}
