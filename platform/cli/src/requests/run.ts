import {
  type FilledRequest,
  fillRequest,
  responseProblems,
  variablesOf,
} from '@patchwork/host/request-files';
import { UsageError } from '@patchwork/release';
import type { CommandLineOptions, Flags } from '../release/command-line.ts';
import type { CommandResult } from '../release/handlers.ts';
import { type Paint, painter } from '../release/terminal.ts';
import { escapeControls } from '../release/texts.ts';
import { readBody, requestShop } from '../shop/request.ts';
import { isAddress, reasonOf } from '../shop/shop.ts';
import { type FoundFile, findRequests } from './find.ts';

/** Maximum time of a request with its response. */
const TIMEOUT_MS = 30_000;

/** Number of problems that a line names. */
const MAX_NAMED = 3;

interface RequestResult {
  readonly file: string;
  readonly method: string;
  /** As in the file: a variable's value may be a secret. */
  readonly address: string;
  readonly passed: boolean;
  /** Undefined without a response. */
  readonly status?: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly problems: readonly string[];
}

/** Returns the address to which paths are appended. */
function readBase({ api, shop }: Flags, ofSite: string | undefined): string {
  if (api !== undefined && shop !== undefined)
    throw new UsageError('Give --shop or --api, not both');
  const base = api ?? shop ?? ofSite;
  if (base !== undefined && isAddress(base) && URL.canParse(base)) return base.replace(/\/+$/, '');
  throw new UsageError(
    'Name where the requests go: --shop https://shop.example, or an API server as --api http://localhost:4000',
  );
}

/** Returns the values of variables, by --set or from the environment. Throws a UsageError if any is missing or unused. */
function readValues(files: readonly FoundFile[], set: Flags['set'] = {}): Record<string, string> {
  const used = new Set(files.flatMap(({ request }) => variablesOf(request)));
  const unused = Object.keys(set).filter((name) => !used.has(name));
  if (unused.length > 0) {
    const known = used.size > 0 ? `There are: ${[...used].join(', ')}` : 'They have none';
    throw new UsageError(`--set ${unused.join(', ')}: no request has this variable. ${known}`);
  }
  const values = Object.fromEntries(
    [...used].flatMap((name) => {
      const value = Object.hasOwn(set, name) ? set[name] : process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const missing = files.flatMap(({ file, request }) =>
    variablesOf(request)
      .filter((name) => !Object.hasOwn(values, name))
      .map(
        (name) =>
          `${file}: {{${name}}} has no value: give it as --set ${name}=…, or in the environment`,
      ),
  );
  if (missing.length === 0) return values;
  throw new UsageError([...missing, 'Nothing was sent.'].join('\n'));
}

async function ask({ method, address, headers, body }: FilledRequest, base: string) {
  const response = await requestShop(address.startsWith('/') ? base + address : address, {
    method,
    headers: { accept: 'application/json, text/plain, */*', ...headers },
    body: body === undefined ? undefined : Buffer.from(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.statusCode ?? 0, body: (await readBody(response)).toString() };
}

async function runOne(
  { file, request }: FoundFile,
  values: Record<string, string>,
  base: string,
): Promise<RequestResult> {
  const { method, address } = request;
  const start = performance.now();
  const done = (problems: readonly string[], status?: number): RequestResult => ({
    ...{ file, method, address, passed: problems.length === 0 },
    ...(status !== undefined && { status }),
    ...{ duration: Math.round(performance.now() - start), problems },
  });
  const filled = fillRequest(request, values);
  if (!filled.ok) return done(filled.error.map((name) => `{{${name}}} has no value`));
  try {
    const answer = await ask(filled.value, base);
    return done(responseProblems(request.expect, answer), answer.status);
  } catch (error) {
    return done([`there is no response (${reasonOf(error)})`]);
  }
}

function lineOf(result: RequestResult, paint: Paint): string {
  const { file, method, address, passed, status, duration, problems } = result;
  const more = problems.length - MAX_NAMED;
  const named = problems.slice(0, MAX_NAMED).join('; ') + (more > 0 ? `; and ${more} more` : '');
  const words = [`${status ?? '—'}`.padEnd(3), `${duration} ms`.padStart(8), file, method, address];
  const line = escapeControls(words.join('  ') + (passed ? '' : `: ${named}`));
  return `${passed ? paint('green', 'passed') : paint('red', 'failed')}  ${line}`;
}

/** Sends the requests of files one after the other, and checks the status and shape of each response. */
export async function runRequests(
  options: CommandLineOptions,
  flags: Flags,
  _action: string,
  names: readonly string[],
): Promise<CommandResult> {
  const base = readBase(flags, options.shop);
  const files = await findRequests(options, names);
  const values = readValues(files, flags.set);
  const requests: RequestResult[] = [];
  for (const file of files) requests.push(await runOne(file, values, base));
  const paint = painter(options.terminal);
  const passed = requests.filter((result) => result.passed).length;
  const lines = requests.map((result) => lineOf(result, paint));
  return {
    json: { base, requests },
    text: [...lines, `${passed} of ${requests.length} passed`].join('\n'),
    ...(passed < requests.length && { failure: 'refused' as const }),
  };
}
