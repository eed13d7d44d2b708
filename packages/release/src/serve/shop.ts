import type { Preview, Registry } from '@patchwork/federation';
import type { PrerenderedPage } from '../folder/prerendered.ts';
import type { DeclaredHead } from '../head/declared-heads.ts';

/** What a release folder holds, read at one time. */
export interface Shop {
  readonly registry: Registry;
  readonly previews: readonly Preview[];
  /** The shell's template; undefined while the release holds no shell. */
  readonly template: string | undefined;
  readonly prerendered: readonly PrerenderedPage[];
  readonly heads: readonly DeclaredHead[];
}
