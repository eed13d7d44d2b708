import type { PublishedRemote } from '@patchwork/host';
import * as v from 'valibot';

/** A version that a pointer names. For the shell, registry.json has only the version's name, without a date. */
export type PieceVersion = Pick<PublishedRemote, 'version' | 'publishedAt'>;

/** Pointers of a remote or the shell: the live versions, and the previous ones, newest first. */
export interface Pointers {
  /** 'shell', or a remote's id. */
  readonly id: string;
  readonly stable: PieceVersion;
  /** Canary: a version for 1 to 99 percent of the visitors. The shell never has one. */
  readonly canary?: { readonly release: PieceVersion; readonly percent: number } | undefined;
  readonly previous: readonly PieceVersion[];
}

export const pointerNamesSchema = v.object({
  stable: v.string(),
  canary: v.optional(v.object({ version: v.string(), percent: v.number() })),
  previous: v.array(v.string()),
});

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
