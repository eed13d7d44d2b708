import { err, ok, type Result } from '@patchwork/domain';

/** The text as a value; the error says where it stops to be JSON, as far as the browser tells. */
export function readRow(text: string): Result<unknown, readonly string[]> {
  try {
    return ok(JSON.parse(text));
  } catch (cause) {
    return err([`This is not JSON. ${cause instanceof Error ? cause.message : ''}`.trim()]);
  }
}
