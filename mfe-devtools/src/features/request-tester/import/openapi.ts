import { err, type Result } from '@patchwork/domain';
import { readBody } from './bodies.ts';
import { withQuery } from './encoding.ts';
import {
  type FoundRequest,
  type Header,
  hasHeader,
  type Imported,
  type ImportedRequest,
  type LeftOut,
  listed,
  type Progress,
  toImported,
  toRequest,
} from './imported.ts';
import { readParameters } from './parameters.ts';
import { createResolve, listOf, type Node, type Resolve } from './references.ts';

/** Methods of a path item (OpenAPI 3.2 adds query). The tester leaves some of them out. */
const fixedMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly item: Node;
  readonly operation: unknown;
}

function operationsOf(resolve: Resolve, paths: unknown): readonly Operation[] {
  return Object.entries(Object(paths ?? {})).flatMap(([path, part]) => {
    if (path.startsWith('x-')) return [];
    const item = resolve(part);
    const additional = Object.entries(Object(item.additionalOperations ?? {}));
    const fixed = Object.entries(item).filter(([name]) => fixedMethods.includes(name));
    return [...fixed, ...additional]
      .filter(([, operation]) => operation !== undefined)
      .map(([name, operation]) => ({
        method: fixedMethods.includes(name) ? name.toUpperCase() : name,
        path,
        item,
        operation,
      }));
  });
}

/** Fills the variables of a server's address. Without a default, the first value counts. */
function serverUrl(servers: readonly unknown[]): { url: string; notes: readonly string[] } {
  const { url, variables } = Object(servers[0] ?? {});
  const notes: string[] = [];
  const filled = String(url ?? '')
    .trim()
    .replace(/\{([^{}]+)\}/g, (typed, name) => {
      const { default: usual, enum: values } = Object(Object(variables ?? {})[name] ?? {});
      const value = usual ?? listOf(values)[0];
      if (value === undefined) notes.push(`${typed} has no value in the document; fill it in`);
      return String(value ?? typed);
    });
  // Some documents leave out the scheme of a host.
  const isHost = /^(?:\/\/|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:\/|$))/i.test(filled);
  const whole = isHost ? `https://${filled.replace(/^\/\//, '')}` : filled;
  return { url: whole.replace(/\/$/, ''), notes };
}

function readOperation(
  document: Node,
  resolve: Resolve,
  { method, path, item, operation: part }: Operation,
) {
  const operation = resolve(part);
  const servers = [operation.servers, item.servers, document.servers].find(
    (list) => listOf(list).length > 0,
  );
  const server = serverUrl(listOf(servers));
  const parameters = readParameters(resolve, item, operation);
  const undescribed: string[] = [];
  const filled = path.replace(/\{([^{}]+)\}/g, (typed, name: string) => {
    const value = parameters.path.get(name);
    if (!value) undescribed.push(`${typed} is not described; fill it in`);
    // Postman's own examples.
    if (value?.startsWith('%7B%7B')) undescribed.push(`${typed} has only a variable; fill it in`);
    return value || typed;
  });
  const address = withQuery(
    `${server.url}${filled.startsWith('/') ? '' : '/'}${filled}`,
    parameters.query.join('&'),
  );
  const notes = [...server.notes, ...undescribed, ...parameters.notes];
  return {
    method,
    address,
    headers: parameters.headers,
    notes,
    requestBody: operation.requestBody,
  };
}

interface Found {
  readonly request: FoundRequest;
  readonly hasNoBody: boolean;
}

function withBody(
  resolve: Resolve,
  { requestBody, ...found }: ReturnType<typeof readOperation>,
): Found {
  try {
    const body = readBody(resolve, requestBody);
    const typed: readonly Header[] =
      body.type && !hasHeader(found.headers, 'content-type')
        ? [...found.headers, ['Content-Type', body.type]]
        : found.headers;
    const notes = [...found.notes, ...body.notes, ...(body.isMissing ? ['without its body'] : [])];
    return {
      request: { ...found, headers: typed, body: body.text, notes },
      hasNoBody: body.isMissing,
    };
  } catch (cause) {
    const notes = [
      ...found.notes,
      `without its body: ${cause instanceof Error ? cause.message : cause}`,
    ];
    return { request: { ...found, body: '', notes }, hasNoBody: true };
  }
}

const isEmpty = (value: unknown): boolean => Object.keys(Object(value ?? {})).length === 0;

/** Says which parts of a document hold calls that its server sends, which nobody else can. */
const noteOnWebhooks = ({ webhooks }: Node): readonly string[] =>
  isEmpty(webhooks)
    ? []
    : [
        `Its webhooks are left out: its server sends them (${listed(Object.keys(Object(webhooks)))}).`,
      ];

function noteOnMissing(missing: ReadonlyMap<string, number>): readonly string[] {
  return [...missing].map(([reference, count]) => {
    const what = reference.startsWith('#')
      ? 'names nothing in the document'
      : 'is another file, which isn’t read';
    return `${reference} ${what}${count > 1 ? ` (${count} times)` : ''}.`;
  });
}

function noteOnServer(document: Node, requests: readonly ImportedRequest[]): readonly string[] {
  const isHere = requests.some(({ draft }) => draft.endpoint.startsWith('/'));
  const { url } = Object(listOf(document.servers)[0] ?? {});
  if (!isHere || /^https?:/i.test(String(url ?? ''))) return [];
  return [
    url
      ? `Its server, ${url}, is a path of the site that it came from; here it is one of this shop.`
      : 'It names no server, so that its requests go to this shop.',
  ];
}

/**
 * Reads the requests of a document. An operation that can't be read is left out, and counted. Written by hand, because
 * @readme/oas-to-har 38.5 (59 kB compressed) takes no examples from the document.
 */
export function readOpenApi(
  document: Node,
  page: string,
  progress: Progress,
  notes: readonly string[],
): Result<Imported, string> {
  if (!/^3\.\d/.test(String(document.openapi))) {
    return err(`Only OpenAPI 3 can be read, and this is version ${document.openapi}.`);
  }
  const missing = new Map<string, number>();
  const resolve = createResolve(document, (reference) =>
    missing.set(reference, (missing.get(reference) ?? 0) + 1),
  );
  const operations = operationsOf(resolve, document.paths);
  const requests: ImportedRequest[] = [];
  const leftOut: LeftOut[] = [];
  const bodiless: string[] = [];
  for (const [index, operation] of operations.entries()) {
    progress(index, operations.length);
    const name = `${operation.method} ${operation.path}`;
    const leave = (reason: string) => leftOut.push({ request: name, reason });
    try {
      const { $ref: reference } = Object(operation.operation ?? {});
      if (typeof reference === 'string' && isEmpty(resolve(operation.operation))) {
        leave(`${reference} can’t be read.`);
        continue;
      }
      const found = withBody(resolve, readOperation(document, resolve, operation));
      const made = toRequest(found.request, page);
      if (!made.ok) leave(made.error);
      else {
        requests.push(made.value);
        if (found.hasNoBody) bodiless.push(name);
      }
    } catch (cause) {
      leave(`it can’t be read (${cause instanceof Error ? cause.message : cause}).`);
    }
  }
  const bodies =
    bodiless.length === 0 ? [] : [`${bodiless.length} without a body: ${listed(bodiless)}.`];
  return toImported(requests, leftOut, [
    ...bodies,
    ...noteOnMissing(missing),
    ...noteOnWebhooks(document),
    ...noteOnServer(document, requests),
    ...notes,
  ]);
}
