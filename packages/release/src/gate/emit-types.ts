/** A piece whose declarations are to be emitted. */
export interface TypedPiece {
  /** The workspace that the piece was built in. */
  readonly workspace: string;
  /** The piece's folder in it, with remote.json; the shell's has none. */
  readonly piece: string;
}

/**
 * Emits the declarations that the gate compares, and answers the folder where they lie, complete:
 * to be copied to the version's `types/`. Asked for again with the same sources, it answers at once.
 */
export async function emitTypes(_piece: TypedPiece): Promise<string> {
  return '';
}
