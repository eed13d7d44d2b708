import * as v from 'valibot';
import { ReleaseError } from '../release-error.ts';

/** What a JSON file says; throws a ReleaseError that names the file and the field at fault. */
export function parseJson<T>(
  file: string,
  content: Buffer,
  schema: v.GenericSchema<unknown, T>,
): T {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), content.toString());
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new ReleaseError(`${file}: ${v.getDotPath(issue) ?? 'document'}: ${issue.message}`);
}
