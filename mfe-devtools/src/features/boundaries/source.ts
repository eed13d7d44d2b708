import * as v from 'valibot';

/** Only https, because the address comes from the remote and becomes a link. */
const declarationSchema = v.object({
  repository: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https://'))),
});

/** Fields of Module Federation's mf-stats.json, which only a development server has. */
const statsSchema = v.object({
  exposes: v.array(v.object({ path: v.string(), file: v.string() })),
});

/** File that no remote has. The endpoint answers for it too, and opens nothing. */
const NO_FILE = 'no-such-file';

async function fetchJson<T extends v.GenericSchema>(
  schema: T,
  url: URL,
): Promise<v.InferOutput<T> | undefined> {
  try {
    const response = await fetch(url, { credentials: 'omit' });
    return response.ok ? v.parse(schema, await response.json()) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the address of the repository that a version's remote.json names. Undefined if it names none. */
export async function findRepository(entry: string): Promise<string | undefined> {
  const url = new URL('remote.json', new URL(entry, location.href));
  return (await fetchJson(declarationSchema, url))?.repository;
}

/** Address that opens a file in the developer's editor, of the development servers of Rsbuild and Vite. */
function editorUrl(server: URL, file: string): URL {
  const url = new URL('/__open-in-editor', server);
  url.searchParams.set('file', file);
  return url;
}

/** Whether a server has the endpoint. It answers with an empty text; others with a page or an error. */
async function opensEditor(server: URL): Promise<boolean> {
  try {
    const response = await fetch(editorUrl(server, NO_FILE));
    return response.ok && (await response.text()) === '';
  } catch {
    return false;
  }
}

/** Source file that a development server on this machine can open in the editor. */
export interface OpenableFile {
  /** Path relative to the remote's folder. */
  readonly file: string;
  /** Asks the server. Resolves to false if it doesn't answer any more; it doesn't say whether an editor was found. */
  readonly open: () => Promise<boolean>;
}

/** Returns the source of a module that comes from a development server. Undefined if that can't open it. */
export async function findFile(entry: string, module: string): Promise<OpenableFile | undefined> {
  const server = new URL(entry, location.href);
  const isLocal = server.hostname === 'localhost' || server.hostname === '127.0.0.1';
  if (!isLocal || server.origin === location.origin) return undefined;
  const stats = await fetchJson(statsSchema, new URL('mf-stats.json', server));
  const file = stats?.exposes.find(({ path }) => path === module)?.file;
  if (file === undefined || !(await opensEditor(server))) return undefined;
  const open = () =>
    fetch(editorUrl(server, file)).then(
      ({ ok }) => ok,
      () => false,
    );
  return { file, open };
}
