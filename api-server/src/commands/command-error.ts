/** A command that can't be done: one line for the terminal, and what is wrong in detail. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}
