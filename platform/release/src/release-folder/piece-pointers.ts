import { type PublishedRemote, type SetValues, setValuesSchema } from '@patchwork/host';
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
  /** Values of a remote's settings; absent if all have their defaults. */
  readonly values?: SetValues | undefined;
}

export const pointerNamesSchema = v.object({
  stable: v.string(),
  canary: v.optional(v.object({ version: v.string(), percent: v.number() })),
  previous: v.array(v.string()),
  values: v.optional(setValuesSchema),
});

export type PointerNames = Readonly<v.InferOutput<typeof pointerNamesSchema>>;

export const namesIn = ({
  stable,
  canary,
  previous,
  values,
}: Omit<Pointers, 'id'>): PointerNames => ({
  stable: stable.version,
  canary: canary && { version: canary.release.version, percent: canary.percent },
  previous: previous.map(({ version }) => version),
  ...(values && { values }),
});

export const versionsIn = ({ stable, canary, previous }: PointerNames): string[] => [
  stable,
  ...(canary ? [canary.version] : []),
  ...previous,
];
