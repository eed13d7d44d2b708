import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ReleaseError } from '@patchwork/release';

/**
 * Reads the options of a script, and at most `words` other arguments. --help prints the usage, and ends the
 * process. Throws a ReleaseError that ends with the usage.
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
    // Node adds how to write an argument that begins with a dash: none of ours does.
    throw new ReleaseError(
      `${message.replace(/ To specify a positional argument.*/s, '')}\n${usage}`,
    );
  }
  throw new ReleaseError(usage);
}
