import { isPreviewName } from '@patchwork/federation';
import {
  exists,
  explainSystemError,
  messageOf,
  RefusedError,
  ReleaseError,
  UsageError,
} from '@patchwork/release';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
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
import { painter } from './terminal.ts';
import { escapeControls, refusalsText, warnedText, warningsText } from './texts.ts';

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
  'A share is a whole percent from 1 to 99, or 0 to end it. All visitors: “patchwork promote”.',
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
  'Name the registry, as in https://registry.example.',
);
const readDays = reader(/^[1-9]\d{0,2}$/, readNumber, 'A whole number of days, 1 to 999.');
const readLimit = reader(
  /^[1-9]\d*$/,
  readNumber,
  'A whole number: how many moves are shown at most.',
);
const readKept = reader(
  /^\d+$/,
  readNumber,
  'A whole number: how many versions of each piece stay.',
);

const collect = (value: string, before: string[] = []): string[] => [...before, value];

const help = `
A version is "stable", "canary", "previous", its name, or the beginning of just one.
A build is named by its piece, or by the path of its folder when it was built elsewhere.

Exit codes: 0 done, 1 refused (the gate or a rule; no pointer was moved), 2 wrong usage,
3 something is missing or broke down. More: docs/releases.md`;

type Handler = (session: Session, ...args: never[]) => Promise<run.CommandResult>;
type ToolHandler = (
  options: CommandLineOptions,
  flags: Flags,
  ...args: never[]
) => Promise<run.CommandResult>;

const all = new Option('--all', 'the shell and every remote, at once');
const anyway = new Option('--anyway', 'also while something would miss it');
const allowAccess = new Option(
  '--allow-access <route>',
  'let a route be opened by more people',
).argParser(collect);
const reason = new Option('--reason <text>', 'why, for the history');
const dryRun = new Option('--dry-run', 'only say what would be done');
const loading = [
  new Option('--load', 'open it in a browser first (default: where there is a Chromium)'),
  new Option('--no-load', 'open no browser'),
  ...[allowAccess, anyway],
];
const building = [new Option('--build', 'build first'), ...loading];
const install = new Option(
  '--install <manager>',
  'what installs its packages, and writes the lockfile',
)
  .choices(['npm', 'pnpm', 'none'])
  .default('npm');

interface Runners {
  release: (command: Command, handler: Handler) => Promise<void>;
  tool: (command: Command, handler: ToolHandler) => Promise<void>;
}

function describeCommands(runners: Runners, { out, err }: CommandLineOptions['terminal']): Command {
  const program = new Command('patchwork')
    .description('Makes, develops, checks and publishes pieces of a shop.')
    .option('--to <folder>', 'the release folder to read and write', readFolder)
    .option('--shop <address>', 'the shop to read from: https://shop.example', readAddress)
    .option('--json', 'print JSON')
    .addHelpText('after', help)
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
  addTool('new <remote>', 'make a remote', run.newRemote, install)
    .option('--team <name>', 'who owns it: "Gift cards"')
    .option('--route <path>', 'the path of its page: /gift-cards')
    .option('--port <number>', 'the port of its development server')
    .option('--registry <address>', 'the private registry that has the shop’s packages', readUrl);
  addTool('dev [remote]', 'run it from source, inside the shop of --shop', run.dev).option(
    '--remote-only',
    'its files alone, for the devtools of any shop',
  );
  add('types', 'write the types of the live shop for the editor', run.types);
  add('publish [pieces...]', 'give builds to every visitor', run.publish, all, ...building, reason);
  add(
    'check [piece] [version]',
    'ask whether it can be deployed',
    run.check,
    all,
    ...building,
  ).option('--api <address>', 'instead: whether this API server has what live pieces call');
  add('canary <remote>', 'give a build to a share of the visitors', run.canary, ...building, reason)
    .argument('<percent>', '1 to 99, written as 25 or 25%; 0 ends the canary', readPercent)
    .argument('[version]', 'a published version, instead of the build');
  add('promote <remote>', 'give the canary to every visitor', run.promote, ...loading, reason);
  const back = 'end the canary, go back, or put back';
  add('rollback <piece> [version]', back, run.rollback, allowAccess, reason);
  add('own <remote>', 'make this repository its owner', run.own, reason);
  add('withdraw <remote>', 'take a remote away from every visitor', run.withdraw, anyway, reason);
  const shown = 'give builds to those who open a link';
  add('preview <remotes...>', shown, run.preview, ...building, reason)
    .requiredOption('--name <name>', 'the preview’s name, such as pr-42', readPreviewName)
    .option('--days <count>', 'how long it lasts (default: 14)', readDays);
  add('end-preview', 'end a preview for everyone', run.endPreview, reason).argument(
    '<name>',
    'the preview’s name',
    readPreviewName,
  );
  add('list [piece]', 'what is live, or every version of one piece', run.list).option(
    '--uses <name>',
    'the live remotes that import this shared name',
  );
  add('history [piece]', 'who moved which pointer when, and why', run.history).option(
    '--limit <count>',
    'how many moves are shown at most, the newest ones (default: 20)',
    readLimit,
  );
  add('prune', 'end old previews, and delete old versions', run.prune, dryRun).requiredOption(
    '--keep <count>',
    'the newest versions of each piece that stay',
    readKept,
  );
  const written = 'write a lost registry.json again, from index.html and each release.json';
  add('recover', written, run.recover, dryRun, reason);
  add('write-page', 'write index.html again after an edit by hand', run.writePage, reason);
  return program;
}

/**
 * Throws a UsageError for an empty argument, which comes from an unset variable of a script: as a share it would end a
 * canary.
 */
function requireFilled(args: readonly string[]): void {
  if (!args.includes('')) return;
  throw new UsageError('An argument is empty: is a variable of your script not set?');
}

function namelessCommand({ commands }: Command): UsageError {
  const names = commands.map((command) => command.name()).join(', ');
  return new UsageError(`Name a command. There are: ${names}`);
}

/**
 * Commands that change an existing release. The others report of the default folder that nothing is published in it.
 */
const changesFolder = ['prune', 'recover', 'write-page'];

/** Commands that move no pointer, and so can also be used on a shop at an address. */
const onlyRead = ['check', 'list', 'types'];

/**
 * Throws a UsageError if a release folder does not exist that should: a mistyped --to must not look like an empty one.
 */
async function requireFolder(name: string, { flags, context: { release } }: Session) {
  const isNeeded = changesFolder.includes(name) || (flags.to !== undefined && name !== 'publish');
  if (!isNeeded || (await exists(release))) return;
  throw new UsageError(`${release}: there is no such folder. “patchwork publish” creates it`);
}

/** Runs a command line, and returns its exit code. */
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
    const session = await openSession(options, flags, onlyRead.includes(command.name()));
    const { warnings, paint, context } = session;
    await requireFolder(command.name(), session);
    const handled = handler(session, ...(command.processedArgs as never[]));
    const result = await handled.finally(session.end);
    const warned = flags.anyway ? warnedText(warnings) : warningsText(warnings, paint);
    const head = { release: context.release, warnings };
    print(head, { ...result, text: result.text + warned });
  }

  async function runTool(command: Command, handler: ToolHandler): Promise<void> {
    const args = command.processedArgs as never[];
    print({}, await handler(options, command.optsWithGlobals(), ...args));
  }

  const program = describeCommands({ release: runRelease, tool: runTool }, terminal);
  program.hook('preAction', (_program, command) => {
    name = command.name();
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
