/**
 * Emits the declarations that the gate compares, from the sources that a piece was built from, and
 * answers where they lie. The compiler is loaded only now: it is large.
 */
export async function typesOf(workspace: string, piece: string): Promise<string> {
  const { emitTypes } = await import('../gate/emit-types.ts');
  return emitTypes({ workspace, piece });
}
