import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ReleaseError } from '@patchwork/release';

/**
 * Parses a script's options and at most `words` positional arguments. --help prints the usage and exits. If an argument
 * is wrong, throws a ReleaseError that ends with the usage.
 */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
  words = 0,
) {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit();
  }
  try {
    const given = parseArgs({ allowPositionals: true, options });
    if (given.positionals.length <= words) return given;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Node appends how to escape an argument that begins with a dash, which no argument here does.
    throw new ReleaseError(
      `${message.replace(/ To specify a positional argument.*/s, '')}\n${usage}`,
    );
  }
  throw new ReleaseError(usage);
}
