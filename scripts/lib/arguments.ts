import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ReleaseError } from '@patchwork/release';

/** What a script was called with. Throws a ReleaseError that ends with how it is called. */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Node adds how an argument is written that begins with a dash: none of ours does.
    throw new ReleaseError(
      `${message.replace(/ To specify a positional argument.*/s, '')}\n${usage}`,
    );
  }
}
