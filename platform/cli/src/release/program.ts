import { isPreviewName } from '@patchwork/host';
import {
  exists,
  explainSystemError,
  messageOf,
  RefusedError,
  ReleaseError,
  UsageError,
} from '@patchwork/release';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { packageManagers } from '../new/surroundings.ts';
import { runRequests } from '../requests/run.ts';
import { isAddress, type NeededFiles } from '../shop/shop.ts';
import {
  type CommandLineOptions,
  exitCodes,
  type Failure,
  type Flags,
  failureOf,
  openSession,
  type Session,
} from './command-line.ts';
import * as run from './handlers.ts';
import { isStoreAddress } from './s3.ts';
import * as shares from './shares.ts';
import { painter } from './terminal.ts';
import { escapeControls, refusalsText, warnedText, warningsText } from './texts.ts';
import { upload } from './upload.ts';

const reader =
  <Value>(form: Pick<RegExp, 'test'>, read: (text: string) => Value, sentence: string) =>
  (text: string): Value => {
    if (form.test(text)) return read(text);
    throw new InvalidArgumentError(sentence);
  };

const readNumber = (text: string): number => Number.parseInt(text, 10);

const readPercent = reader(
  /^\d{1,2}%?$/,
  readNumber,
  'A share is a whole percent from 1 to 99, or 0 to end the canary. To every visitor, “patchwork promote” gives the canary, and “patchwork publish” a build.',
);
const readShare = reader(
  /^(?:[1-9]\d?|100)%?$/,
  readNumber,
  'A share is a whole percent from 1 to 100. “--undo” gives all visitors the default again.',
);
const readFolder = reader(/./, String, 'Name the release folder.');
const readAddress = reader(/./, String, 'Name the shop, as in https://shop.example.');
const readPreviewName = reader(
  { test: isPreviewName },
  String,
  'A preview’s name has lower-case letters, digits and “-”, 50 at most, such as pr-42.',
);

const readUrl = reader(
  { test: URL.canParse },
  String,
  'Write an address, as in https://registry.example.',
);
const readRepository = reader(
  /^[\w.-]+(?:\/[\w.-]+){2,}$/,
  String,
  'Write a repository as github.com/acme/shop.',
);
const readDays = reader(
  /^[1-9]\d{0,2}$/,
  readNumber,
  'Give a whole number of days, from 1 to 999.',
);
const readLimit = reader(
  /^[1-9]\d*$/,
  readNumber,
  'Give a whole number: the maximum number of moves to show.',
);
const readKept = reader(
  /^\d+$/,
  readNumber,
  'Give a whole number: how many versions of each piece to keep.',
);

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

const readTime = reader(
  /^[1-9]\d{0,4}[smh]$/,
  (text) => readNumber(text) * (unitMs[text.slice(-1)] ?? 0),
  'Write a time as 30s, 10m or 2h.',
);

const readSteps = reader(
  {
    test(text) {
      const steps = text.split(',').map(Number);
      return steps.every(
        (step, index) => Number.isInteger(step) && step > (steps[index - 1] ?? 0) && step <= 100,
      );
    },
  },
  (text) => text.split(',').map(Number),
  'Steps are whole percents in ascending order, such as 1,5,25,100. 100 promotes a canary.',
);
const readServer = (text: string, before: string[] = []): string[] => [...before, readUrl(text)];

/** Adds one variable of requests, written as name=value. */
const readValue = (text: string, before: Readonly<Record<string, string>> = {}) => {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return { ...before, [name]: value };
  throw new InvalidArgumentError('Write a variable as productId=1.');
};

const collect = (value: string, before: string[] = []): string[] => [...before, value];

const help = `
A version is "stable", "canary", "previous", a full name, or the version of its package.json.
A build is given by the name of its piece or, if it was built elsewhere, by the path of its folder.

Exit codes: 0 done; 1 refused by the gate or a rule (no pointer was moved), or a canary was
stopped; 2 wrong usage; 3 something is missing or broken. More: docs/releases.md`;

type Handler = (session: Session, ...args: never[]) => Promise<run.CommandResult>;
type ToolHandler = (
  options: CommandLineOptions,
  flags: Flags,
  ...args: never[]
) => Promise<run.CommandResult>;

const all = new Option('--all', 'the shell and all remotes');
const anyway = new Option('--anyway', 'even if other live pieces need what is removed');
const allowAccess = new Option(
  '--allow-access <route>',
  'allow more people to open this route',
).argParser(collect);
const reason = new Option('--reason <text>', 'reason, recorded in the history');
const dryRun = new Option('--dry-run', 'show what would be done, and change nothing');
const loading = [
  new Option('--load', 'open the pages in a browser first (default: if there is a Chromium)'),
  new Option('--no-load', 'don’t open a browser'),
  ...[allowAccess, anyway],
];
const from = new Option(
  '--from <server>',
  'metrics address of a release server, such as http://10.0.0.5:9464; repeat it for several servers',
).argParser(readServer);
const building = [new Option('--build', 'build first'), ...loading];
const install = new Option(
  '--install <manager>',
  'package manager that installs its packages and writes the lockfile (default: that of the workspace around it, or npm)',
).choices([...packageManagers, 'none']);

/** Options of the commands that grow a share by what its visitors experience. */
const watching = [
  new Option(
    '--auto <steps>',
    'grow or stop it by what its visitors experience, in steps such as 1,5,25,100',
  ).argParser(readSteps),
  new Option('--every <time>', 'minimum time between two steps (default: 10m)').argParser(readTime),
  new Option('--once', 'look at the visits once, and exit'),
  new Option('--webhook <address>', 'address to which each step and stop is posted').argParser(
    readUrl,
  ),
];

interface Runners {
  release: (command: Command, handler: Handler) => Promise<void>;
  tool: (command: Command, handler: ToolHandler) => Promise<void>;
}

function describeCommands(runners: Runners, { out, err }: CommandLineOptions['terminal']): Command {
  const program = new Command('patchwork')
    .description('Creates, develops, checks and publishes pieces of a shop.')
    .option(
      '--to <folder>',
      'the release: a folder, s3://bucket/prefix, or a shop that accepts uploads',
      readFolder,
    )
    .option('--shop <address>', 'the shop to read from: https://shop.example', readAddress)
    .option(
      '--purge <url>',
      'address of a hook that purges the changed documents from a CDN',
      readUrl,
    )
    .option('--key <file>', 'your private key, for a signed release (or PATCHWORK_KEY)')
    .option('--trust <keys>', 'the shop’s public keys (or PATCHWORK_TRUST)')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err });
  const adder =
    <Run>(start: (command: Command, handler: Run) => Promise<void>) =>
    (usage: string, description: string, handler: Run, ...options: Option[]): Command => {
      const command = program.command(usage).description(description);
      for (const option of options) command.addOption(option);
      return command.action(() => start(command, handler));
    };
  const add = adder(runners.release);
  const addTool = adder(runners.tool);
  addTool('new <remote>', 'create a remote', run.newRemote, install)
    .option('--team <name>', 'team that owns it, such as "Gift cards"')
    .option('--route <path>', 'path of its page, such as /gift-cards')
    .option('--port <number>', 'port of its development server')
    .option('--registry <address>', 'private registry with the shop’s packages', readUrl);
  addTool('dev [remote]', 'run a remote from source, inside the shop of --shop', run.dev)
    .option('--remote-only', 'serve only its files, for the devtools of any shop')
    .option('--mock', 'the mock answers all calls, also if the shop has an API')
    .option(
      '--backend <address>',
      'server of the remote’s own API, such as http://localhost:4000',
      readUrl,
    );
  addTool('key <file>', 'create a key for signed releases', run.key);
  add('owners [file]', 'print which keys may move which pieces; with a file, sign it', run.owners);
  add('types', 'write the types of the live shop for the editor', run.types);
  add(
    'publish [pieces...]',
    'publish builds for all visitors',
    run.publish,
    all,
    ...building,
    reason,
  );
  add(
    'check [piece] [version]',
    'check whether builds or a version can be deployed',
    run.check,
    all,
    ...building,
  ).option('--api <address>', 'check instead whether this API server has the calls of live pieces');
  const shared = 'give a build to a share of the visitors';
  add('canary <remote>', shared, shares.canary, ...building, reason, from, ...watching)
    .argument('[percent]', '1 to 99, written as 25 or 25%; 0 ends the canary', readPercent)
    .argument('[version]', 'a published version, instead of the build');
  const value = 'set the value of a setting for a share of the visitors';
  add('set <remote> <setting>', value, shares.set, anyway, reason, from, ...watching)
    .argument('[value]', 'true, false, a number, or a text')
    .option('--share <percent>', 'share of the visitors who get it (default: 100)', readShare)
    .option('--undo', 'give all visitors the default again');
  add(
    'health <remote>',
    'show what visitors experience of a remote, canary beside stable',
    shares.health,
    from,
  );
  add('promote <remote>', 'give the canary to all visitors', run.promote, ...loading, reason);
  const back = 'end the canary, return to a version, or restore a withdrawn remote';
  add('rollback <piece> [version]', back, run.rollback, allowAccess, reason);
  add('own <remote>', 'make this repository the owner of a remote', run.own, reason).option(
    '--repository <name>',
    'another repository, whose pipelines may then upload it, such as github.com/acme/shop',
    readRepository,
  );
  add('withdraw <remote>', 'withdraw a remote from all visitors', run.withdraw, anyway, reason);
  const shown = 'show builds to those who open a link';
  add('preview <remotes...>', shown, run.preview, ...building, reason)
    .requiredOption('--name <name>', 'the preview’s name, such as pr-42', readPreviewName)
    .option('--days <count>', 'days until it ends (default: 14)', readDays);
  add('end-preview', 'end a preview for everyone', run.endPreview, reason).argument(
    '<name>',
    'the preview’s name',
    readPreviewName,
  );
  addTool('requests', 'send requests of files, and check status and shape', runRequests)
    .addArgument(new Argument('<action>', 'run').choices(['run']))
    .argument('[files...]', 'files, folders or pieces (default: requests/*.json here, or all)')
    .option('--api <address>', 'API server to send to, instead of --shop', readUrl)
    .option('--set <name=value>', 'value of a variable (default: from the environment)', readValue);
  add('list [piece]', 'list what is live, or all versions of a piece', run.list).option(
    '--uses <name>',
    'list the live remotes that import this shared name',
  );
  const planned = 'show who is ready for a version of a shared package, and in which order to move';
  add('plan <package>', planned, run.plan);
  add('history [piece]', 'list who moved which pointer, when and why', run.history).option(
    '--limit <count>',
    'maximum number of moves to show: the newest ones (default: 20)',
    readLimit,
  );
  add('prune', 'delete ended previews and old versions', run.prune, dryRun).requiredOption(
    '--keep <count>',
    'number of newest versions of each piece to keep',
    readKept,
  );
  const written = 'restore a lost registry.json from index.html and each release.json';
  add('recover', written, run.recover, dryRun, reason);
  add('write-page', 'rewrite index.html after an edit by hand', run.writePage, reason);
  return program;
}

/** Throws a UsageError for an empty argument, which an unset variable in a script produces. */
function requireFilled(args: readonly string[]): void {
  if (!args.includes('')) return;
  throw new UsageError('An argument is empty: is a variable of your script not set?');
}

function namelessCommand({ commands }: Command): UsageError {
  const names = commands.map((command) => command.name()).join(', ');
  return new UsageError(`Name a command. There are: ${names}`);
}

/**
 * Commands that need an existing release folder, even if it is the default one. Without it, the other commands report
 * that nothing is published.
 */
const changesFolder = ['prune', 'recover', 'write-page'];

/** Commands that only read, and which files: they also work on a download of the shop at a URL. */
const onlyRead: ReadonlyMap<string, NeededFiles> = new Map([
  ['check', 'all'],
  ['list', 'none'],
  ['plan', 'all'],
  ['types', 'types'],
]);

/**
 * Throws a UsageError if a required release folder doesn't exist: a mistyped --to must not look like an empty release.
 */
async function requireFolder(name: string, { flags, context: { store } }: Session) {
  const isNeeded = changesFolder.includes(name) || (flags.to !== undefined && name !== 'publish');
  if (!isNeeded || (await exists(store.folder))) return;
  throw new UsageError(`${store.folder}: there is no such folder. “patchwork publish” creates it`);
}

/**
 * Paths of the documents that change when a pointer moves. Any other file gets a new name when it changes, or may be
 * slightly outdated in a CDN.
 */
const mutableDocuments = ['/', '/index.html', '/registry.json'];

/** Tells a CDN's hook which documents to purge. Throws a ReleaseError if that fails. */
async function purge(url: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ paths: mutableDocuments }),
    signal: AbortSignal.timeout(10_000),
  }).then(
    ({ ok, status }) => (ok ? undefined : `it answered ${status}`),
    (error) => messageOf(error),
  );
  if (answer === undefined) return;
  throw new ReleaseError(
    `The release was changed, but the hook ${url} failed (${answer}): purge ${mutableDocuments.join(', ')} by hand`,
  );
}

/** Commands that give builds to visitors. */
const publishing = ['publish', 'canary', 'preview'];

/**
 * Whether a command publishes, or decodes what another computer sends: then a Node without security fixes is worth a
 * warning.
 */
function needsSafeNode(name: string, { to = '', shop }: Flags, options: CommandLineOptions) {
  const isOfShop = (shop ?? options.shop) !== undefined && name !== 'key';
  return publishing.includes(name) || isOfShop || isStoreAddress(to);
}

/** Runs a command line. Resolves to its exit code. */
export async function runCommandLine(
  args: readonly string[],
  options: CommandLineOptions,
): Promise<number> {
  const { terminal } = options;
  const isJson = args.includes('--json');
  let code: number = exitCodes.done;
  let name: string | undefined;

  function printJson(document: object): void {
    const lines = JSON.stringify(document, null, 2).split('\n');
    terminal.out(`${lines.map(escapeControls).join('\n')}\n`);
  }

  function fail(kind: Failure, error: unknown): void {
    code = exitCodes[kind];
    const refused = error instanceof RefusedError ? error : undefined;
    const { refusals, warnings } = refused ?? {};
    const explained = error instanceof ReleaseError ? error.message : explainSystemError(error);
    const message = explained ?? messageOf(error);
    if (isJson)
      printJson({ ok: false, command: name, error: { kind, message, refusals, warnings } });
    if (refused) terminal.err(`${refusalsText(refused, painter(terminal))}\n`);
    else if (explained !== undefined) terminal.err(`${message}\n`);
    else if (!(error instanceof CommanderError)) {
      terminal.err(`${error instanceof Error ? error.stack : message}\n`);
    }
  }

  function print(head: object, { json, text, failure }: run.CommandResult): void {
    if (failure) code = exitCodes[failure];
    if (isJson) printJson({ ok: !failure, command: name, ...head, ...json });
    else if (text !== '') terminal.out(`${text}\n`);
  }

  async function runRelease(command: Command, handler: Handler): Promise<void> {
    const flags: Flags = command.optsWithGlobals();
    if (isAddress(flags.to ?? '')) {
      const sent = await upload(options, flags, command.name(), command.processedArgs);
      if (typeof sent === 'number') code = sent;
      else print({}, sent);
      return;
    }
    const session = await openSession(options, flags, onlyRead.get(command.name()));
    const { warnings, paint, context } = session;
    await requireFolder(command.name(), session);
    const handled = handler(session, ...(command.processedArgs as never[]));
    const result = await handled.finally(session.end);
    if (flags.purge !== undefined && !onlyRead.has(command.name())) await purge(flags.purge);
    const warned = flags.anyway ? warnedText(warnings) : warningsText(warnings, paint);
    const head = { release: context.store.address, warnings };
    print(head, { ...result, text: result.text + warned });
  }

  async function runTool(command: Command, handler: ToolHandler): Promise<void> {
    const args = command.processedArgs as never[];
    print({}, await handler(options, command.optsWithGlobals(), ...args));
  }

  const program = describeCommands({ release: runRelease, tool: runTool }, terminal);
  program.hook('preAction', (_program, command) => {
    name = command.name();
    const { nodeProblem } = options;
    if (nodeProblem !== undefined && needsSafeNode(name, command.optsWithGlobals(), options)) {
      terminal.err(`${nodeProblem}\n`);
    }
  });
  try {
    requireFilled(args);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) fail(failureOf(error), error);
    else if (error.exitCode !== 0) {
      fail('usage', error.code === 'commander.help' ? namelessCommand(program) : error);
    }
  }
  return code;
}
