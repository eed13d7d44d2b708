import { err, type Result } from '@patchwork/domain';
import { isCommands, readCommands } from './commands.ts';
import { readHar } from './har.ts';
import type { Imported, Progress } from './imported.ts';
import { readOpenApi } from './openapi.ts';
import { parseDocument, repeatedNames } from './parse-document.ts';

const neither = 'This is neither a cURL command, nor a HAR file, nor an OpenAPI document.';

/** Whether a text that can't be parsed was meant as a document. */
const looksLikeDocument = (text: string): boolean =>
  /^\{\s*"|^\[\s*[{"]/.test(text) || /^["']?(?:openapi|swagger|paths|log)["']?\s*:/m.test(text);

/**
 * Reads requests from a cURL command, a HAR file or an OpenAPI document. The error is a sentence. `page` is the tester's
 * address, from which relative addresses count.
 */
export function importRequests(
  source: string,
  page: string,
  progress: Progress = () => {},
): Result<Imported, string> {
  // Some recordings are calls of a function, for pages of another origin.
  const text = source.trim().replace(/^[\w$.]+\(\s*(\{.*\})\s*\);?$/s, '$1');
  if (isCommands(text)) return readCommands(text, page);
  if (/^(?:wget|https?|xh|(?:await )?fetch\()/.test(text)) {
    return err('This is no cURL command. In the browser’s network panel, choose “Copy as cURL”.');
  }
  const parsed = parseDocument(text);
  if (!parsed.ok) return looksLikeDocument(text) ? parsed : err(neither);
  const { value, notes } = parsed.value;
  const { log, openapi, swagger } = Object(value ?? {});
  if (log !== undefined) return readHar(log, page, progress);
  if (openapi !== undefined) {
    const repeated = /^\{/.test(text) ? repeatedNames(text, value) : [];
    return readOpenApi(Object(value), page, progress, [...notes, ...repeated]);
  }
  if (swagger !== undefined) {
    return err(
      `Only OpenAPI 3 can be read, and this is Swagger ${swagger}. Convert it first, for example with swagger2openapi.`,
    );
  }
  return err(neither);
}
