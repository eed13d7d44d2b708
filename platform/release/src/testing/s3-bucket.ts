import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';

/** Object of a bucket. */
export interface BucketObject {
  readonly content: Buffer;
  /** Entity tag, with its quotation marks. */
  readonly tag: string;
  readonly modified: Date;
  /** Headers that were sent with the content, and are sent back with it. */
  readonly headers: Readonly<Record<string, string>>;
}

type Verb = 'get' | 'head' | 'put' | 'delete' | 'list';

export interface Bucket {
  /** Objects by key. A test may change them. */
  readonly objects: Map<string, BucketObject>;
  /** Requests that were understood, in order. The key of a listing is its prefix. */
  readonly requests: { readonly verb: Verb; readonly key: string }[];
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
}

interface Options {
  readonly name?: string;
  /** Whether writes ignore their conditions, as some servers do. */
  readonly ignoresConditions?: boolean;
  /** Largest number of objects in a page of a listing, by default Amazon's. */
  readonly pageLength?: number;
}

/** Refusal of a request, with Amazon's code. A response without a body has no code. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code = '') {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const noSuchKey = () => new Refusal(404, 'NoSuchKey');
const failedCondition = () => new Refusal(412, 'PreconditionFailed');
const notImplemented = () => new Refusal(501, 'NotImplemented');

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Escapes all that XML 1.0 can contain. */
const escapeXml = (text: string): string =>
  text.replace(/[^\w./ :@-]/gu, (letter) => `&#${letter.codePointAt(0)};`);

const element = (name: string, content: string | number | boolean): string =>
  `<${name}>${typeof content === 'string' ? escapeXml(content) : content}</${name}>`;

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(DECLARATION + xml);
}

/** Whether an If-Match or If-None-Match header names an object. */
const names = (header: string, object: BucketObject | undefined): boolean =>
  object !== undefined && (header === '*' || header.split(/\s*,\s*/).includes(object.tag));

/**
 * Removes the coding aws-chunked, in which clients send a body whose checksum they don't know beforehand: chunks with
 * their length, and possibly a signature, then headers. Returns the content and those headers.
 */
function decodeChunks(body: Buffer): { content: Buffer; trailers: Record<string, string> } {
  const chunks: Buffer[] = [];
  let at = 0;
  function readLine(): string {
    const end = body.indexOf('\r\n', at);
    if (end < 0) throw new Refusal(400, 'IncompleteBody');
    const line = body.toString('latin1', at, end);
    at = end + 2;
    return line;
  }
  for (;;) {
    const length = Number.parseInt(readLine(), 16);
    if (!(at + length <= body.length)) throw new Refusal(400, 'IncompleteBody');
    if (length === 0) break;
    chunks.push(body.subarray(at, at + length));
    at += length;
    if (readLine() !== '') throw new Refusal(400, 'IncompleteBody');
  }
  const trailers: Record<string, string> = {};
  while (at < body.length) {
    const [name = '', ...value] = readLine().split(':');
    if (name !== '') trailers[name.toLowerCase().trim()] = value.join(':').trim();
  }
  return { content: Buffer.concat(chunks), trailers };
}

const checksums: Readonly<Record<string, (content: Buffer) => Buffer>> = {
  'x-amz-checksum-crc32': (content) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(content));
    return sum;
  },
  'x-amz-checksum-sha1': (content) => createHash('sha1').update(content).digest(),
  'x-amz-checksum-sha256': (content) => createHash('sha256').update(content).digest(),
};

function verifyChecksums(content: Buffer, headers: IncomingHttpHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^x-amz-checksum-(?!algorithm$|type$)/.test(name)) continue;
    const sum = checksums[name];
    if (!sum) throw notImplemented();
    if (sum(content).toString('base64') !== value) throw new Refusal(400, 'BadDigest');
  }
}

const KEPT_HEADERS = ['cache-control', 'content-disposition', 'content-encoding', 'content-type'];

function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const [name, value] of Object.entries(headers)) {
    if (KEPT_HEADERS.includes(name) || name.startsWith('x-amz-meta-')) kept[name] = String(value);
  }
  const codings = (kept['content-encoding'] ?? '').split(/\s*,\s*/).filter(Boolean);
  const stored = codings.filter((coding) => coding !== 'aws-chunked');
  if (stored.length > 0) kept['content-encoding'] = stored.join(',');
  else delete kept['content-encoding'];
  return kept;
}

/** Creates an object whose tag depends on its content only. */
export function createObject(content: Buffer, headers: BucketObject['headers'] = {}): BucketObject {
  const tag = `"${createHash('md5').update(content).digest('hex')}"`;
  return { content, tag, modified: new Date(), headers };
}

async function readObject(request: IncomingMessage): Promise<BucketObject> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  const { headers } = request;
  const isChunked = String(headers['x-amz-content-sha256']).startsWith('STREAMING-');
  const { content, trailers } = isChunked
    ? decodeChunks(body)
    : { content: body, trailers: {} as Record<string, string> };
  const length = headers['x-amz-decoded-content-length'] ?? content.length;
  if (content.length !== Number(length)) throw new Refusal(400, 'IncompleteBody');
  verifyChecksums(content, { ...headers, ...trailers });
  return createObject(content, keptHeaders(headers));
}

/** Sends the objects whose keys begin with a prefix, by key, up to the end of a page. */
function sendList(
  response: ServerResponse,
  query: URLSearchParams,
  objects: ReadonlyMap<string, BucketObject>,
  { name, pageLength }: Required<Pick<Options, 'name' | 'pageLength'>>,
): void {
  if (query.get('list-type') !== '2' || query.has('delimiter')) throw notImplemented();
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const most = Math.min(Number(query.get('max-keys') ?? pageLength), pageLength);
  const bytes = (text: string) => Buffer.from(text);
  const found = [...objects]
    .filter(([key]) => key.startsWith(prefix) && bytes(key).compare(bytes(after)) > 0)
    .sort(([one], [other]) => bytes(one).compare(bytes(other)));
  const page = found.slice(0, most);
  const contents = page.map(([key, { content, tag, modified }]) => {
    const date = element('LastModified', modified.toISOString());
    const size = element('Size', content.length);
    return `<Contents>${element('Key', key)}${date}${element('ETag', tag)}${size}</Contents>`;
  });
  const isTruncated = page.length < found.length;
  const fields = [
    ...[element('Name', name), element('Prefix', prefix), element('KeyCount', page.length)],
    ...[element('MaxKeys', most), element('IsTruncated', isTruncated)],
    ...(isTruncated ? [element('NextContinuationToken', page.at(-1)?.[0] ?? '')] : []),
  ];
  const xml = `<ListBucketResult>${fields.join('')}${contents.join('')}</ListBucketResult>`;
  sendXml(response, 200, xml);
}

function sendObject(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  object: BucketObject | undefined,
): void {
  if (!object) throw noSuchKey();
  const { 'if-match': wanted, 'if-none-match': known } = headers;
  if (wanted !== undefined && !names(wanted, object)) throw failedCondition();
  response.setHeader('etag', object.tag);
  response.setHeader('last-modified', object.modified.toUTCString());
  if (known !== undefined && names(known, object)) throw new Refusal(304);
  for (const [name, value] of Object.entries(object.headers)) response.setHeader(name, value);
  response.setHeader('content-length', object.content.length);
  response.end(method === 'HEAD' ? undefined : object.content);
}

/** Conditions and features that are not implemented. A request with one is refused rather than misunderstood. */
const UNKNOWN_HEADERS = ['if-modified-since', 'if-unmodified-since', 'range', 'x-amz-copy-source'];

/**
 * Creates a double of an Amazon S3 bucket, in memory, written from its API reference: GetObject, HeadObject, PutObject,
 * DeleteObject and ListObjectsV2, with path-style addresses, the conditions If-Match and If-None-Match, streamed bodies
 * and checksums. Signatures are not verified.
 */
export function createBucket(options: Options = {}): Bucket {
  const { name = 'shop', ignoresConditions = false, pageLength = 1000 } = options;
  const objects = new Map<string, BucketObject>();
  const requests: Bucket['requests'] = [];
  /** Keys that are being written. */
  const writing = new Set<string>();

  function checkWrite(
    { 'if-match': wanted, 'if-none-match': unwanted }: IncomingHttpHeaders,
    key: string,
  ) {
    if (ignoresConditions || (wanted === undefined && unwanted === undefined)) return;
    // Amazon S3 accepts no other value of If-None-Match here.
    if (unwanted !== undefined && unwanted !== '*') throw notImplemented();
    if (writing.has(key)) throw new Refusal(409, 'ConditionalRequestConflict');
    const object = objects.get(key);
    if (wanted !== undefined && !object) throw noSuchKey();
    if (wanted !== undefined && !names(wanted, object)) throw failedCondition();
    if (unwanted !== undefined && object) throw failedCondition();
  }

  async function put(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
  ): Promise<void> {
    checkWrite(request.headers, key);
    writing.add(key);
    try {
      const object = await readObject(request);
      objects.set(key, object);
      response.writeHead(200, { etag: object.tag }).end();
    } finally {
      writing.delete(key);
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const [pathname = '', search = ''] = url.split('?');
    const query = new URLSearchParams(search);
    const [bucket, ...rest] = decodeURIComponent(pathname).slice(1).split('/');
    const key = rest.join('/');
    if (bucket !== name) throw new Refusal(404, 'NoSuchBucket');
    if (UNKNOWN_HEADERS.some((header) => headers[header] !== undefined)) throw notImplemented();
    // The SDK adds the operation's name to the address.
    const isObject = key !== '' && [...query.keys()].every((each) => each === 'x-id');
    if (method === 'GET' && key === '') {
      requests.push({ verb: 'list', key: query.get('prefix') ?? '' });
      return sendList(response, query, objects, { name, pageLength });
    }
    if (!isObject || !/^(?:GET|HEAD|PUT|DELETE)$/.test(method)) throw notImplemented();
    requests.push({ verb: method.toLowerCase() as Verb, key });
    if (method === 'PUT') return put(request, response, key);
    if (method !== 'DELETE') return sendObject(request, response, objects.get(key));
    if (headers['if-match'] !== undefined) throw notImplemented();
    objects.delete(key);
    response.writeHead(204).end();
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    answer(request, response).catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
      // Otherwise a body that is not read keeps the connection from its next request.
      request.resume();
      if (request.method === 'HEAD' || status === 304) response.writeHead(status).end();
      else
        sendXml(
          response,
          status,
          `<Error>${element('Code', code)}${element('Message', String(error))}</Error>`,
        );
    });
  }

  return { objects, requests, handle };
}
