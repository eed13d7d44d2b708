import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import { type Draft, isBody, methods } from '../../draft.ts';
import { isLeftOut } from '../../request-code.ts';
import { type Node, resolve, sampleOf } from './schema-sample.ts';
import { splitCommands } from './shell-words.ts';

/** Imported requests, and the number of requests that were left out because the tester can't send them. */
export interface Imported {
  readonly drafts: readonly Draft[];
  readonly leftOut: number;
}

type Header = readonly [name: string, value: string];

/** Creates a draft. The error says why the tester can't send the request. */
function toDraft(
  method: string,
  address: string,
  headers: readonly Header[],
  body: string,
): Result<Draft, string> {
  const known = methods.find((name) => name === method.toUpperCase());
  if (!known) return err(`The tester has no method ${method}.`);
  if (!URL.canParse(address, location.href)) return err(`${address} is no address.`);
  if (!isBody(body)) return err('The tester sends JSON only, and this body is none.');
  const { origin, pathname, search } = new URL(address, location.href);
  const own = headers.filter(([name]) => !name.startsWith(':') && !isLeftOut(name));
  return ok({
    method: known,
    endpoint: origin === location.origin ? pathname + search : address,
    headers: own.map(([header, value]) => ({ isUsed: true, header, value })),
    body,
  });
}

function collect(results: readonly Result<Draft, string>[]): Result<Imported, string> {
  const drafts = results.flatMap((result) => (result.ok ? [result.value] : []));
  const leftOut = results.length - drafts.length;
  if (drafts.length > 0) return ok({ drafts, leftOut });
  const [first] = results;
  return err(first && !first.ok ? first.error : 'It holds no request.');
}

/** cURL options with a value. Synonyms map to one name. */
const valueOptions: Readonly<Record<string, string>> = {
  ...{ X: 'request', request: 'request', H: 'header', header: 'header', url: 'url' },
  ...{ d: 'data', data: 'data', json: 'data', u: 'user', user: 'user', F: 'form', form: 'form' },
  ...{ 'data-raw': 'data', 'data-binary': 'data', 'data-ascii': 'data', 'data-urlencode': 'form' },
  ...{
    o: 'output',
    output: 'output',
    b: 'cookie',
    cookie: 'cookie',
    c: 'jar',
    'cookie-jar': 'jar',
  },
  ...{ A: 'agent', 'user-agent': 'agent', e: 'referer', referer: 'referer', x: 'proxy' },
  ...{ proxy: 'proxy', m: 'time', 'max-time': 'time', 'connect-timeout': 'time', retry: 'retry' },
  ...{ w: 'write-out', 'write-out': 'write-out', cacert: 'cert', E: 'cert', cert: 'cert' },
};

/** Parses options as cURL does: '-sSL', '-XPOST', '-X POST'. Any other word is a URL. */
function readOptions(words: readonly string[]): Readonly<Record<string, string[] | undefined>> {
  const found: Record<string, string[]> = Object.create(null);
  const rest = [...words];
  const add = (name: string, value: string) => {
    found[name] = [...(found[name] ?? []), value];
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('-')) {
      add('url', word);
      continue;
    }
    const names = word.startsWith('--') ? [word.slice(2)] : [...word.slice(1)];
    const index = names.findIndex((name) => Object.hasOwn(valueOptions, name));
    for (const name of index < 0 ? names : names.slice(0, index)) add(name, '');
    if (index >= 0) {
      const value = names.slice(index + 1).join('') || rest.shift();
      add(valueOptions[names[index] ?? ''] ?? '', value ?? '');
    }
  }
  return found;
}

const base64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));

function readCurl(words: readonly string[]): Result<Draft, string> {
  const options = readOptions(words);
  const urls = options.url ?? [];
  // An unknown option may have a value, which is not the address.
  const typed = urls.findLast((word) => /[./:]/.test(word)) ?? urls.at(-1);
  if (!typed) return err('This command has no address.');
  if (options.form) return err('This command sends a form, and the tester sends JSON only.');
  const data = options.data?.join('&') ?? '';
  const address = typed.includes('://') ? typed : `http://${typed}`;
  if (!/^https?:/i.test(address)) return err(`${typed} is neither an http: nor an https: address.`);
  const isQuery = options.G !== undefined || options.get !== undefined;
  const query = isQuery && data ? `${address.includes('?') ? '&' : '?'}${data}` : '';
  const headers = (options.header ?? []).map((text): Header => {
    const [, name = '', value = ''] = /^([^:;]*)[:;]?(.*)$/s.exec(text) ?? [];
    return [name.trim(), value.trim()];
  });
  const users = (options.user ?? []).map(
    (user): Header => ['authorization', `Basic ${base64(user)}`],
  );
  const usual = options.I || options.head ? 'HEAD' : options.data && !isQuery ? 'POST' : 'GET';
  const method = options.request?.at(-1) ?? usual;
  return toDraft(method, address + query, [...headers, ...users], isQuery ? '' : data);
}

/** Start of a text with cURL commands. Documentation puts comments before them, and shows the shell's prompt. */
const curlStart = /^(?:#.*\n\s*)*(?:\$\s+)?curl(?:\.exe)?\s/;

function readCurls(text: string): Result<Imported, string> {
  const commands = splitCommands(text);
  if (!commands) return err('A quote of this command is not closed.');
  const requests = commands.flatMap((words) => {
    const [name = '', ...rest] = words[0] === '$' ? words.slice(1) : words;
    return /^curl(?:\.exe)?$/.test(name) ? [readCurl(rest)] : [];
  });
  return collect(requests);
}

const harSchema = v.object({
  log: v.object({
    entries: v.array(
      v.object({
        request: v.object({
          method: v.string(),
          url: v.string(),
          headers: v.optional(v.array(v.object({ name: v.string(), value: v.string() })), []),
          postData: v.optional(v.object({ text: v.optional(v.string(), '') })),
        }),
      }),
    ),
  }),
});

const readHar = ({ log }: v.InferOutput<typeof harSchema>): Result<Imported, string> =>
  collect(
    log.entries.map(({ request: { method, url, headers, postData } }) => {
      const pairs = headers.map(({ name, value }): Header => [name, value]);
      return toDraft(method, url, pairs, postData?.text ?? '');
    }),
  );

const openApiSchema = v.object({
  openapi: v.pipe(v.string(), v.startsWith('3.', 'only versions 3.0 and 3.1 can be read')),
  servers: v.optional(v.array(v.object({ url: v.string() })), []),
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
});

/** Returns the example of a parameter or body: from the document, or else generated from the schema. */
function exampleOf(document: object, { example, examples, schema }: Node): unknown {
  if (example !== undefined) return example;
  const [first] = Object.values(Object(examples));
  const { value } = resolve(document, first);
  return value === undefined ? sampleOf(document, schema) : value;
}

/** Returns names and examples of an operation's path parameters and required parameters. */
function parametersOf(document: object, lists: readonly unknown[]) {
  const parameters = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  return parameters.flatMap((parameter) => {
    const part = resolve(document, parameter);
    if (part.in !== 'path' && part.required !== true) return [];
    return { place: part.in, name: String(part.name), value: String(exampleOf(document, part)) };
  });
}

function readOpenApi(document: v.InferOutput<typeof openApiSchema>): Result<Imported, string> {
  const base = document.servers[0]?.url.replace(/\/$/, '') ?? '';
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method.toLowerCase()];
      return operation ? [{ method, path, item, operation: resolve(document, operation) }] : [];
    }),
  );
  return collect(
    operations.map(({ method, path, item, operation }) => {
      const parameters = parametersOf(document, [item.parameters, operation.parameters]);
      const query = new URLSearchParams();
      let address = base + path;
      for (const { place, name, value } of parameters) {
        if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
        if (place === 'query') query.set(name, value);
      }
      const search = query.size > 0 ? `?${query}` : '';
      const headers = parameters
        .filter(({ place }) => place === 'header')
        .map(({ name, value }): Header => [name, value]);
      const content = Object(resolve(document, operation.requestBody).content)['application/json'];
      const body = content ? JSON.stringify(exampleOf(document, content), null, 2) : '';
      return toDraft(method, address + search, headers, body);
    }),
  );
}

/** Parses JSON or YAML; undefined for invalid text. */
async function readDocument(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const yaml = await import('yaml');
    try {
      return yaml.parse(text, { logLevel: 'error' });
    } catch {
      return undefined;
    }
  }
}

function check<S extends v.GenericSchema>(
  kind: string,
  schema: S,
  document: unknown,
): Result<v.InferOutput<S>, string> {
  const parsed = v.safeParse(schema, document);
  if (parsed.success) return ok(parsed.output);
  const [issue] = parsed.issues;
  return err(`This ${kind} is not valid: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}.`);
}

/** Reads requests from a cURL command, a HAR file or an OpenAPI document. The error is a sentence. */
export async function importRequests(text: string): Promise<Result<Imported, string>> {
  const trimmed = text.trim();
  if (curlStart.test(trimmed)) return readCurls(trimmed);
  const document = await readDocument(trimmed);
  const { log, openapi, swagger } = Object(document);
  if (log !== undefined) {
    const har = check('HAR file', harSchema, document);
    return har.ok ? readHar(har.value) : har;
  }
  if (openapi !== undefined) {
    const described = check('OpenAPI document', openApiSchema, document);
    if (!described.ok) return described;
    try {
      // References may point to parts that the schema drops.
      return readOpenApi({ ...Object(document), ...described.value });
    } catch (cause) {
      return err(`This OpenAPI document can’t be read: ${cause}.`);
    }
  }
  if (swagger !== undefined)
    return err('Only OpenAPI 3.0 and 3.1 can be read, and this is Swagger.');
  return err('This is neither a cURL command, nor a HAR file, nor an OpenAPI document.');
}
