import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import path from 'node:path';
import { createInterface } from 'node:readline';
import {
  type BuiltPiece,
  type CanaryMove,
  type Finding,
  invitationSchema,
  type Look,
  listFiles,
  type Outcome,
  outcomeSchema,
  piecesOf,
  publishedFiles,
  RefusedError,
  ReleaseError,
  refusal,
  refusedSchema,
  UPLOADS_PATH,
  type Upload,
  UsageError,
  uploadCommands,
} from '@patchwork/release';
import * as v from 'valibot';
import { isOk, readBody } from '../shop/request.ts';
import { fetchJson, readOrigin, reasonOf } from '../shop/shop.ts';
import {
  buildReader,
  type CommandLineOptions,
  exitCodes,
  type Flags,
  idOf,
  openSigner,
} from './command-line.ts';
import type { CommandResult } from './handlers.ts';
import { watchShare } from './shares.ts';
import { noProgress, showProgress } from './terminal.ts';
import { canaryMoveText, escapeControls } from './texts.ts';

/* Sends commands to a shop that accepts uploads, which runs them: see platform/release/src/accept. */

interface SentFile {
  readonly path: string;
  readonly content: Buffer;
}

/** Reads what a release needs of a built piece. */
async function readFiles({ name, folder, types }: BuiltPiece): Promise<SentFile[]> {
  const dist = path.join(folder, 'dist');
  const inside = async (root: string, files: readonly string[], as: string) =>
    Promise.all(
      files.map(async (file) => ({
        path: path.posix.join(as, file),
        content: await readFile(path.join(root, file)),
      })),
    );
  const declaration = name === 'shell' ? 'shell.json' : 'remote.json';
  return [
    ...(await inside(folder, ['package.json', declaration], '')),
    ...(await inside(dist, await publishedFiles(dist), 'dist')),
    ...(types === undefined ? [] : await inside(types, await listFiles(types), 'types')),
  ];
}

/** Returns the origin of a shop. Throws a UsageError if what is sent there could be read on its way. */
function requireHttps(address: string): string {
  const origin = readOrigin(address);
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:' || /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) return origin;
  throw new UsageError(`${origin} could be read on its way: write it with https`);
}

const tokenSchema = v.object({ value: v.string() });

/** Gets the token of the pipeline that this runs in: from GitHub, or from the environment. */
async function readToken(audience: string): Promise<string> {
  const {
    ACTIONS_ID_TOKEN_REQUEST_URL: url,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret,
    PATCHWORK_ID_TOKEN: given,
  } = process.env;
  if (given) return given;
  if (!url || !secret) {
    throw new UsageError(
      'An upload needs your private key (--key, or PATCHWORK_KEY) or the token of a pipeline: on GitHub the job has “permissions: id-token: write”, on GitLab “id_tokens” names PATCHWORK_ID_TOKEN',
    );
  }
  const address = `${url}&audience=${encodeURIComponent(audience)}`;
  const answer = await fetch(address, {
    headers: { authorization: `Bearer ${secret}` },
    signal: AbortSignal.timeout(10_000),
  }).catch((error) => {
    throw new ReleaseError(`GitHub gave no token (${reasonOf(error)}): run the job again`);
  });
  if (answer.ok) return v.parse(tokenSchema, await answer.json()).value;
  throw new ReleaseError(`GitHub gave no token (${answer.status}): run the job again`);
}

interface Request {
  readonly origin: string;
  readonly head: string;
  readonly token: string | undefined;
  readonly files: readonly SentFile[];
}

function send({ origin, head, token, files }: Request): Promise<IncomingMessage> {
  const body = Buffer.concat([Buffer.from(`${head}\n`), ...files.map(({ content }) => content)]);
  const request = origin.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(origin + UPLOADS_PATH, {
      method: 'POST',
      headers: {
        'accept-encoding': 'identity',
        'content-length': body.length,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
    sent.once('error', reject).once('response', resolve).end(body);
  });
}

/** Throws an error with all reasons of a refused upload. */
async function throwRefusal(origin: string, response: IncomingMessage, what: string) {
  const text = (await readBody(response)).toString();
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), refusedSchema), text);
  const status = response.statusCode;
  const reasons = parsed.success
    ? parsed.output.reasons
    : [
        `${origin} answers ${status}: ask whoever runs the shop whether its server accepts uploads (“serve --accept”), and its proxy passes them on`,
      ];
  if (status === 403 && parsed.success) {
    throw new RefusedError(reasons.map((reason) => refusal('owner', what, reason)));
  }
  throw new ReleaseError(`${reasons.join('\n')}. Nothing has moved`);
}

/** Reads the response to an upload. Resolves to the command's exit code there. */
async function follow(
  origin: string,
  response: IncomingMessage,
  tell: (outcome: Outcome) => void,
): Promise<number> {
  try {
    for await (const line of createInterface({ input: response })) {
      const outcome = v.parse(v.pipe(v.string(), v.parseJson(), outcomeSchema), line);
      tell(outcome);
      if (outcome.code !== undefined) return outcome.code;
    }
  } catch {
    // Reported below: the connection broke, or a proxy wrote something else.
  }
  throw new ReleaseError(
    `${origin} stopped answering before the end: “patchwork list --shop ${origin}” shows whether anything has moved`,
  );
}

/** Options that the shop's server understands, written as one argument each. */
function optionsOf(flags: Flags): string[] {
  const { reason, name, days, every, auto, load, anyway, allowAccess = [], json } = flags;
  const { share, undo } = flags;
  const valued = {
    ...{ reason, name, days, auto, share },
    every: every && `${Math.ceil(every / 1000)}s`,
  };
  return [
    ...Object.entries(valued).flatMap(([option, value]) =>
      value === undefined ? [] : [`--${option}=${value}`],
    ),
    ...allowAccess.map((route) => `--allow-access=${route}`),
    ...(anyway ? ['--anyway'] : []),
    ...(load === undefined ? [] : [load ? '--load' : '--no-load']),
    ...(json ? ['--json'] : []),
    ...(undo ? ['--undo'] : []),
  ];
}

function requireUploadable(command: string, { purge }: Flags): Upload['command'] {
  const known = uploadCommands.find((each) => each === command);
  if (purge !== undefined) throw new UsageError('Leave out --purge: the shop’s own server purges');
  if (known) return known;
  throw new UsageError(
    `A shop accepts ${uploadCommands.join(', ')}. For “${command}”, name its release, as in --to ../release${command === 'list' || command === 'check' || command === 'types' ? ', or the shop with --shop' : ''}`,
  );
}

/** Returns the names of the pieces whose builds a command sends. */
function builtNames(command: Upload['command'], names: readonly string[], flags: Flags) {
  const [, share, version] = names;
  if (command === 'preview') return names.filter((each) => !each.includes('@'));
  const isCanary = command === 'canary' && version === undefined;
  if (isCanary && share === undefined && !flags.auto)
    throw new UsageError(`Give a share, as in “canary ${names[0]} 10”`);
  return isCanary && share !== undefined && share !== '0' ? names.slice(0, 1) : [];
}

/** What a command prints as JSON. */
interface Answer {
  readonly look?: Look;
  readonly canary?: CanaryMove;
  readonly link?: string;
  readonly error?: { readonly message: string; readonly refusals?: readonly Finding[] };
}

const wordsIn = (args: readonly unknown[]): string[] =>
  args.flat().flatMap((each) => (each === undefined ? [] : [String(each)]));

/** Returns the builds that a command sends. Throws a UsageError for more than one, a RefusedError if one is at fault. */
async function readSent(
  options: CommandLineOptions,
  flags: Flags,
  command: Upload['command'],
  names: readonly string[],
): Promise<readonly BuiltPiece[]> {
  const progress = flags.json ? noProgress : showProgress(options.terminal);
  const wanted = command === 'publish' ? names : builtNames(command, names, flags);
  if (wanted.length === 0 && command !== 'publish') return [];
  if (wanted.length > 1 || flags.all) {
    throw new UsageError('An upload holds one built piece: name one, and run a command for each');
  }
  try {
    const builds = await buildReader(options, flags, progress)(wanted);
    const findings = builds.flatMap((build) => build.findings ?? []);
    if (findings.some(({ severity }) => severity === 'refusal')) throw new RefusedError(findings);
    return builds;
  } finally {
    progress.end();
  }
}

/**
 * Sends a command to the shop that --to names, with the build that it publishes. Resolves to the command's exit code
 * there, after printing what it printed there, or to the result of watching a canary. Throws a RefusedError with all
 * reasons if the sender may not run the command.
 */
export async function upload(
  options: CommandLineOptions,
  flags: Flags,
  name: string,
  args: readonly unknown[],
): Promise<number | CommandResult> {
  const { terminal, from } = options;
  const command = requireUploadable(name, flags);
  const origin = requireHttps(flags.to ?? '');
  const words = wordsIn(args);
  const builds = await readSent(options, flags, command, words);
  const built = (await Promise.all(builds.map(readFiles))).flat();
  // The value of a setting is no piece, whatever it says.
  const pieces = words.map((word, index) =>
    command === 'set' && index > 0 ? word : idOf(options, word),
  );
  const named = command === 'publish' ? builds.map((build) => build.name) : pieces;
  const signer = await openSigner(from, flags.key ?? process.env.PATCHWORK_KEY);

  async function run(
    args: readonly string[],
    asked: Flags,
    tell: (outcome: Outcome) => void,
  ): Promise<number> {
    const files = asked.auto ? [] : built;
    const { challenge } = await fetchJson(
      origin + UPLOADS_PATH,
      invitationSchema,
      'ask whoever runs the shop whether its server accepts uploads (“serve --accept”)',
    );
    const content: Upload = {
      ...{ shop: origin, challenge, command, args: [...args], options: optionsOf(asked) },
      author: signer ? await options.author(named) : {},
      files: files.map((file) => ({
        path: file.path,
        bytes: file.content.length,
        digest: createHash('sha256').update(file.content).digest('hex'),
      })),
    };
    const payload = JSON.stringify(content);
    const head = JSON.stringify(signer?.sign('upload', payload) ?? { payload });
    const token = signer ? undefined : await readToken(origin);
    const response = await send({ origin, head, token, files }).catch((error) => {
      throw new ReleaseError(
        `The upload to ${origin} broke off (${reasonOf(error)}). Nothing has moved: run the command again`,
      );
    });
    if (!isOk(response)) await throwRefusal(origin, response, piecesOf(content).join(', '));
    return follow(origin, response, tell);
  }

  const said = (step: string) => terminal.err(`${step}\n`);
  /** Runs the command, and returns what it would print as JSON. Throws an error if it fails. */
  async function ask(args: readonly string[], asked: Flags): Promise<Answer> {
    let [out, err] = ['', ''];
    const code = await run(args, asked, (outcome) => {
      out += outcome.out ?? '';
      err += outcome.err ?? '';
    });
    const document: Answer = JSON.parse(out || '{}');
    const message = document.error?.message ?? err;
    if (document.look || code === exitCodes.done) return document;
    if (document.error?.refusals) throw new RefusedError(document.error.refusals);
    throw code === exitCodes.usage ? new UsageError(message) : new ReleaseError(message);
  }
  /** Starts the canary, unless its build is stable already. Returns the result of that, to be printed in this case. */
  async function begin(): Promise<CommandResult | undefined> {
    const { auto: _steps, every: _time, ...started } = flags;
    const { canary, link } = await ask(named, { ...started, json: true });
    if (!canary) return undefined;
    const text = canaryMoveText(canary, link);
    if (!canary.canary) return { json: { canary, link }, text };
    said(text);
    return undefined;
  }

  if (flags.auto) {
    const isBeginning = command === 'canary' && named.length > 1;
    const ended = isBeginning ? await begin() : undefined;
    const looked = command === 'set' ? named : named.slice(0, 1);
    const { reason: _ofBeginning, ...looking } = flags;
    const look = async () => {
      const { look: seen } = await ask(looked, { ...looking, json: true });
      if (seen) return seen;
      throw new ReleaseError(`${origin} does not say how it goes: try again`);
    };
    return ended ?? watchShare(flags, said, look);
  }
  const clean = (text = '') => text.split('\n').map(escapeControls).join('\n');
  return run(named, flags, ({ out, err }) => {
    terminal.out(clean(out));
    terminal.err(clean(err));
  });
}
