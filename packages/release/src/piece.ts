import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { ReleaseError } from './release-error.ts';
import type { Size } from './size.ts';

/** What to publish, and where. */
export interface Publication {
  /** The piece's folder, built. */
  readonly piece: string;
  /** The release folder; it is made when it is missing. */
  readonly release: string;
}

/** What a publication did. `fresh` is false when exactly these files were there already. */
export interface Published {
  readonly name: string;
  readonly version: string;
  readonly fresh: boolean;
  readonly size: Size;
}

/** Reads one of a piece's own JSON files; throws a ReleaseError that names the field at fault. */
export async function readJson<T>(file: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new ReleaseError(`${file} is missing: build the piece first`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new ReleaseError(`${file}: ${v.getDotPath(issue) ?? 'document'}: ${issue.message}`);
}

/** The version that a piece's package.json states. */
export const readVersion = async (piece: string): Promise<string> =>
  (await readJson(path.join(piece, 'package.json'), v.object({ version: v.string() }))).version;
