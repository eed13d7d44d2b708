/** A failure that the person at the terminal can mend: its message is shown, without a stack. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
