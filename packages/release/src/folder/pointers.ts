import type { PublishedRemote } from '@patchwork/federation';
import * as v from 'valibot';

/** A version that a pointer names. For the shell registry.json has its name alone. */
export type PieceVersion = Pick<PublishedRemote, 'version' | 'publishedAt'>;

/** The versions of a remote or the shell that visitors get, or that were good before, newest first. */
export interface Pointers {
  /** 'shell', or a remote's id. */
  readonly id: string;
  readonly stable: PieceVersion;
  /** A share of the visitors, 1 to 99 percent. The shell has none. */
  readonly canary?: { readonly release: PieceVersion; readonly percent: number } | undefined;
  readonly previous: readonly PieceVersion[];
}

export const pointerNamesSchema = v.object({
  stable: v.string(),
  canary: v.optional(v.object({ version: v.string(), percent: v.number() })),
  previous: v.array(v.string()),
});

/** Pointers by the names of their versions alone. */
export type PointerNames = Readonly<v.InferOutput<typeof pointerNamesSchema>>;

export const namesIn = ({ stable, canary, previous }: Omit<Pointers, 'id'>): PointerNames => ({
  stable: stable.version,
  canary: canary && { version: canary.release.version, percent: canary.percent },
  previous: previous.map(({ version }) => version),
});

export const versionsIn = ({ stable, canary, previous }: PointerNames): string[] => [
  stable,
  ...(canary ? [canary.version] : []),
  ...previous,
];
