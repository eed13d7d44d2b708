import { err, ok, type Result } from '@patchwork/domain';

export const methods = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'] as const;

export type Method = (typeof methods)[number];

/** Header in the tester's form. */
export interface HeaderRow {
  readonly isUsed: boolean;
  readonly header: string;
  readonly value: string;
}

/** Parses the tester's JSON body. The error is shown in the form. An empty body is an error too. */
export function parseRequestBody(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err('Error in JSON format');
  }
}

/** Whether a media type, perhaps with parameters, is JSON. */
export const isJsonType = (type: string): boolean => /[/+]json\s*(?:;|$)/i.test(type);

/** Returns the last enabled Content-Type, which is the one that is sent. */
export const contentTypeOf = (headers: readonly HeaderRow[]): string | undefined =>
  headers.findLast(({ isUsed, header }) => isUsed && /^\s*content-type\s*$/i.test(header))?.value;

/**
 * Parses the body of a request. JSON, as SPEC says, unless a header names another type, as imported requests do: then
 * any text is one. The error is shown in the form.
 */
export function readBody(text: string, headers: readonly HeaderRow[]): Result<unknown, string> {
  const type = contentTypeOf(headers)?.trim();
  return type && !isJsonType(type) ? ok(text) : parseRequestBody(text);
}

/** Whether a text can be the body of a request with these headers. An empty text stands for no body. */
export const isBody = (text: string, headers: readonly HeaderRow[]): boolean =>
  text.trim() === '' || readBody(text, headers).ok;
