/**
 * Emits the declarations that the gate compares, from the sources that a piece was built from, and
 * returns their folder. The compiler is large, so it is loaded only here.
 */
export async function typesOf(workspace: string, piece: string): Promise<string> {
  const { emitTypes } = await import('../gate/emit-types.ts');
  return emitTypes({ workspace, piece });
}
