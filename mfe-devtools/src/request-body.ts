import { err, ok, type Result } from '@patchwork/domain';

/** The tester's JSON body, parsed; or the product's error line. An empty body is an error too. */
export function parseRequestBody(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err('Error in JSON format');
  }
}
