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
    throw new ReleaseError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}
