import { SourceMap } from 'node:module';
import path from 'node:path';
import type { Place, Violation } from './violations.ts';

/** Reads a text by its address; undefined if there is none. */
export type ReadText = (address: string) => Promise<string | undefined>;

/** Characters of a minified file that are shown around a place. */
const EXCERPT_BEFORE = 20;
const EXCERPT_AFTER = 50;

/** Lines longer than this are a minifier's. */
const MAX_WRITTEN_LINE = 300;

const mapComment = /\/[/*][#@] sourceMappingURL=(\S+?)(?:\s*\*\/)?\s*$/;

async function readMap(file: string, code: string, read: ReadText): Promise<SourceMap | undefined> {
  const [, named] = mapComment.exec(code) ?? [];
  const inline = named && /^data:application\/json[^,]*?(;base64)?,(.*)$/s.exec(named);
  const text = inline
    ? Buffer.from(inline[2] ?? '', inline[1] ? 'base64' : 'utf8').toString()
    : await read(new URL(named ?? `${new URL(file).pathname}.map`, file).href);
  try {
    return text === undefined ? undefined : new SourceMap(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Returns a source's path as its team knows it: without the bundler's scheme, and below the piece's folder. */
function sourceName(source: string): string {
  const named = source
    .replace(/^(?:webpack|rspack):\/\/[^/]*\//, '')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\?.*$/, '');
  if (!path.isAbsolute(named)) return named;
  const folders = [process.cwd(), path.dirname(process.cwd())];
  const relative = folders.map((folder) => path.relative(folder, named));
  return relative.find((name) => !name.startsWith('..')) ?? named;
}

function excerptOf(code: string, { line, column }: Violation): string | undefined {
  const text = code.split('\n')[line - 1] ?? '';
  if (text.length <= MAX_WRITTEN_LINE) return undefined;
  return text.slice(Math.max(0, column - 1 - EXCERPT_BEFORE), column - 1 + EXCERPT_AFTER).trim();
}

/**
 * Finds the place of a violation: in the source if the script has a source map, else in the script. Undefined if the
 * browser doesn't say where it was.
 */
export async function findPlace(violation: Violation, read: ReadText): Promise<Place | undefined> {
  const { file, line, column } = violation;
  if (file === '') return undefined;
  // Code in an eval keeps its lines, but not its columns.
  const [, evaluated] = /^webpack-internal:\/\/\/(.+)/.exec(file) ?? [];
  if (evaluated !== undefined) return { name: `${sourceName(evaluated)}:${line}` };
  if (!/^https?:/.test(file)) return undefined;
  const written = `${new URL(file).pathname}${line > 0 ? `:${line}:${column}` : ''}`;
  if (line < 1) return { name: written };
  const code = await read(file);
  if (code === undefined) return { name: written };
  const map = await readMap(file, code, read);
  const entry = map?.findEntry(line - 1, Math.max(0, column - 1));
  if (entry && 'originalSource' in entry && entry.originalSource) {
    const { originalSource, originalLine, originalColumn } = entry;
    // The source maps of development builds have no columns.
    const column = originalColumn > 0 ? `:${originalColumn + 1}` : '';
    return { name: `${sourceName(originalSource)}:${originalLine + 1}${column}` };
  }
  return { name: written, excerpt: excerptOf(code, violation) };
}
