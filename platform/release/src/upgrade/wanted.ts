import { UsageError } from '../errors.ts';

/** A package and the version that it may get: 'react@20'. */
export interface Wanted {
  readonly name: string;
  /** The version as it was written: '20', '20.1' or '20.1.0-rc.1'. */
  readonly spec: string;
  /** The lowest version that `spec` stands for: '20.0.0'. */
  readonly lowest: string;
}

const packageName = /^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/;
const versionSpec = /^\d+(?:\.\d+(?:\.\d+(?:-[\d.A-Za-z-]+)?)?)?$/;

/** Reads a package and its next version. Throws a UsageError that says how to write them. */
export function parseWanted(text: string): Wanted {
  const at = text.lastIndexOf('@');
  const [name, spec] = at > 0 ? [text.slice(0, at), text.slice(at + 1)] : [text, ''];
  if (!packageName.test(name)) {
    throw new UsageError(
      `“${name}” is no package: write its name and next version, as in react@20`,
    );
  }
  if (!versionSpec.test(spec)) {
    throw new UsageError(
      spec === ''
        ? `Which version of ${name}? Write it behind an @, as in ${name}@20`
        : `“${spec}” is no version, but a range, a tag or a typing error: write the number alone, as in ${name}@20 or ${name}@20.1.0`,
    );
  }
  const [core = '', ...rest] = spec.split('-');
  const parts = [...core.split('.'), '0', '0'].slice(0, 3).map(Number);
  return { name, spec, lowest: [parts.join('.'), ...rest].join('-') };
}
