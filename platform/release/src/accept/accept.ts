import { readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import * as v from 'valibot';
import { messageOf } from '../errors.ts';
import { refreshStore } from '../pointers/change-release.ts';
import { createTemporaryFolder, exists } from '../release-folder/files.ts';
import { parseEnvelope } from '../release-folder/keys.ts';
import type { ReleaseStore } from '../release-folder/store.ts';
import { createChallenges } from './challenges.ts';
import { type Body, createBody, receiveFiles, UploadError } from './receive.ts';
import {
  declarationOf,
  headSchema,
  MAX_UPLOAD_BYTES,
  type Outcome,
  piecesOf,
  UPLOADS_PATH,
  type Upload,
  uploadSchema,
} from './request.ts';
import { type Judged, judgeKey, judgeToken, type Uploader } from './rights.ts';
import { createTokenReader } from './tokens.ts';

/** A command that an accepted upload asks for. */
export interface AcceptedJob extends Pick<Upload, 'command' | 'args' | 'options'>, Uploader {
  /** The uploaded piece, as its build left it, with types/ beside dist/; undefined without files. */
  readonly build: { readonly name: string; readonly folder: string } | undefined;
}

export interface AcceptOptions {
  readonly store: ReleaseStore;
  /** The shop's public keys, if the release is signed. */
  readonly trust: readonly string[];
  /** The shop's public origin, which uploads and tokens have to name. */
  readonly origin: string;
  /** Issuers whose tokens of pipelines are accepted. */
  readonly issuers: readonly string[];
  /** Number of the operator's own proxies in front of the server. */
  readonly proxies: number;
  /** Runs a command, tells what it prints, and resolves to its exit code. Ends the command if `signal` is aborted. */
  readonly run: (
    job: AcceptedJob,
    tell: (outcome: Outcome) => void,
    signal: AbortSignal,
  ) => Promise<number>;
  readonly report: (message: string) => void;
}

/** Maximum number of commands that run at the same time: each has a compiler, and perhaps a browser. */
const MAX_RUNNING = 3;

/** Milliseconds after which a command is ended. */
const RUN_MS = 10 * 60_000;

/** Milliseconds in which an upload has to arrive: 64 MiB at 5 Mbit/s. */
const UPLOAD_MS = 2 * 60_000;

/** Milliseconds between two signs of life, which keep proxies from closing the connection. */
const SIGN_OF_LIFE_MS = 5_000;

/** A refusal, with the response's status. */
class Refused extends Error {
  readonly status: number;
  readonly reasons: readonly string[];

  constructor(status: number, ...reasons: readonly string[]) {
    super(reasons.join('; '));
    this.status = status;
    this.reasons = reasons;
  }
}

/** Throws unless nobody between client and server can read or change the request. */
function requirePrivate({ headers, socket }: IncomingMessage, proxies: number): void {
  const protocols = String(headers['x-forwarded-proto'] ?? '').split(',');
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'via'].some(
    (name) => headers[name] !== undefined,
  );
  const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  const isPrivate = proxies > 0 ? protocols.at(-1)?.trim() === 'https' : isLocal && !isForwarded;
  if (isPrivate) return;
  throw new Refused(
    403,
    'Uploads come over HTTPS only: use the shop’s https address. Whoever runs it lets the proxy send X-Forwarded-Proto, and sets TRUST_PROXY',
  );
}

function requireSize({ headers }: IncomingMessage): void {
  const length = headers['content-length'];
  if (length === undefined) {
    throw new Refused(411, 'An upload names its length: send it with “patchwork”');
  }
  if (Number(length) <= MAX_UPLOAD_BYTES) return;
  throw new Refused(
    413,
    `The upload has ${length} bytes, and ${MAX_UPLOAD_BYTES} are allowed: leave out what no page needs`,
  );
}

function parseUpload(payload: string): Upload {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), uploadSchema), payload);
  if (parsed.success) return parsed.output;
  throw new Refused(
    400,
    ...parsed.issues.map(
      (issue) =>
        `${v.getDotPath(issue) ?? 'upload'}: ${issue.message}. Use the version of “patchwork” that this shop was released with`,
    ),
  );
}

/** Throws unless the uploaded files are those of the piece that the command names, and of no other. */
async function requireNamedPiece(upload: Upload, folder: string): Promise<string> {
  const named =
    upload.command === 'preview'
      ? upload.args.filter((each) => !each.includes('@'))
      : upload.args.slice(0, 1);
  const [name = ''] = named;
  if (named.length !== 1) throw new Refused(400, 'An upload holds one built piece: name one');
  const declaration = declarationOf(name);
  if (declaration === undefined) return name;
  const file = path.join(folder, declaration);
  const text = (await exists(file)) ? await readFile(file, 'utf8') : '';
  const { id } = v.parse(
    v.fallback(v.pipe(v.string(), v.parseJson(), v.object({ id: v.string() })), { id: '' }),
    text,
  );
  if (id === name) return name;
  throw new Refused(
    400,
    `The upload’s remote.json is of ${id || 'no remote'}, not of ${name}: run the command in the folder of ${name}`,
  );
}

const lineOf = (document: object): string => `${JSON.stringify(document)}\n`;

const respond = (response: ServerResponse, status: number, document: object): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(lineOf(document));
};

/**
 * Creates the handler of uploads: `patchwork publish --to https://shop.example` sends a built piece, or names a move.
 * The command then runs here as it would on this machine, and may move only what its team owns. One command for a piece
 * runs at a time. A refused or interrupted upload leaves nothing behind.
 */
export function createAcceptor(options: AcceptOptions) {
  const { store, trust, origin, proxies, run } = options;
  // Some of it was sent by strangers, and must not begin another line.
  const report = (message: string) => options.report(message.replaceAll(/\p{Cc}/gu, ' '));
  const challenges = createChallenges();
  const readToken = createTokenReader(options.issuers);
  const running = new Set<string>();

  async function judge(
    { authorization = '' }: IncomingMessage['headers'],
    line: string,
    upload: Upload,
  ): Promise<Judged> {
    // The lock keeps a copy of an object store from being read while it is written.
    if (store.isShared) await refreshStore(store);
    const envelope = parseEnvelope(line);
    if (envelope) return judgeKey({ store, trust }, upload, envelope);
    const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
    if (token !== undefined) return judgeToken({ store, trust }, upload, token, readToken);
    return {
      reasons: [
        'The upload has neither a key nor a token: name your private key with --key, or run the command in a pipeline',
      ],
    };
  }

  /** Reads the first line. Throws a Refused with all reasons against the upload. */
  async function admit(request: IncomingMessage, body: Body) {
    const line = await body.line();
    const head = v.safeParse(v.pipe(v.string(), v.parseJson(), headSchema), line);
    if (!head.success)
      throw new Refused(400, 'The upload’s first line is no JSON: send it with “patchwork”');
    const upload = parseUpload(head.output.payload);
    const { reasons = [], ...judged } = await judge(request.headers, line, upload);
    const all = [
      ...(upload.shop === origin
        ? []
        : [`The upload is for ${upload.shop}: name this shop, as in --to ${origin}`]),
      ...reasons,
    ];
    if (all.length > 0 || !('uploader' in judged)) throw new Refused(403, ...all);
    if (!challenges.use(upload.challenge)) {
      throw new Refused(403, 'This upload was sent before, or too late: run the command again');
    }
    return { upload, uploader: judged.uploader };
  }

  /** Occupies pieces while `use` runs. Throws a Refused if an upload of one of them is in progress. */
  async function alone<T>(names: readonly string[], use: () => Promise<T>): Promise<T> {
    const busy = names.find((name) => running.has(name));
    if (busy !== undefined) {
      throw new Refused(
        409,
        `Another upload of ${busy} is in progress: run the command again when it has ended`,
      );
    }
    if (running.size >= MAX_RUNNING) {
      throw new Refused(
        503,
        'Uploads of other teams are in progress: run the command again in a minute',
      );
    }
    for (const name of names) running.add(name);
    try {
      return await use();
    } finally {
      for (const name of names) running.delete(name);
    }
  }

  /** Runs a command, and tells what it prints. Returns how it ended. */
  async function work(response: ServerResponse, job: AcceptedJob): Promise<Outcome> {
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    response.writeHead(200, {
      ...{ 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' },
    });
    const tell = (outcome: Outcome) => void response.write(lineOf(outcome));
    const alive = setInterval(() => tell({}), SIGN_OF_LIFE_MS);
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(RUN_MS)]);
    const what = `${job.command} ${job.args.join(' ')} by ${job.author.who}`;
    try {
      const code = await run(job, tell, signal);
      report(`${what}: exit code ${code}`);
      return { code };
    } catch (error) {
      report(`${what}: ${messageOf(error)}`);
      const err = 'The command could not be run here: whoever runs the shop sees why in its log\n';
      return { err, code: 3 };
    } finally {
      clearInterval(alive);
    }
  }

  async function accept(request: IncomingMessage, response: ServerResponse, body: Body) {
    const { upload, uploader } = await admit(request, body);
    const { command, args, options: flags, files } = upload;
    const names = command === 'end-preview' ? [`the preview ${args[0]}`] : piecesOf(upload);
    const outcome = await alone(names, async () => {
      const folder = await createTemporaryFolder('patchwork-upload-');
      try {
        await receiveFiles(body, upload, folder);
        const build =
          files.length > 0 ? { name: await requireNamedPiece(upload, folder), folder } : undefined;
        return await work(response, { command, args, options: flags, ...uploader, build });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
    // Whoever reads this may send the next command.
    response.end(lineOf(outcome));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = createBody(request);
    try {
      requirePrivate(request, proxies);
      if (request.method === 'GET') {
        return respond(response, 200, { shop: origin, challenge: challenges.create() });
      }
      if (request.method !== 'POST') throw new Refused(405, 'Uploads are sent with POST');
      requireSize(request);
      await accept(request, response, body);
    } catch (error) {
      const isExpected = error instanceof Refused || error instanceof UploadError;
      report(`upload: ${messageOf(error)}`);
      if (response.headersSent) return void response.destroy();
      const status = error instanceof Refused ? error.status : isExpected ? 400 : 500;
      const reasons =
        error instanceof Refused
          ? error.reasons
          : [
              isExpected
                ? messageOf(error)
                : 'The upload failed: whoever runs the shop sees why in its log',
            ];
      respond(response, status, { reasons });
      if (status !== 413) await body.drain();
    }
  }

  const listener: RequestListener = (request, response) => void answer(request, response);
  return {
    handles: (pathname: string): boolean => pathname === UPLOADS_PATH,
    listener,
    requestTimeoutMs: UPLOAD_MS,
  };
}
