import { ReleaseError } from '../release-error.ts';

/** The port that an environment variable asks for. Throws a ReleaseError when it is none. */
export function readPort<Otherwise extends number | undefined>(
  value: string | undefined,
  otherwise: Otherwise,
  name = 'PORT',
): number | Otherwise {
  if (value === undefined || value === '') return otherwise;
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65535) return port;
  throw new ReleaseError(`${name} is "${value}", which is no port: choose a number up to 65535`);
}

interface Address {
  readonly port: number;
  readonly host: string;
}

const foreignHost = ({ host }: Address): string =>
  `HOST is "${host}", which is no address of this machine: leave it out, or give 0.0.0.0 for all addresses`;

const explain: Record<string, (address: Address) => string> = {
  EADDRNOTAVAIL: foreignHost,
  ENOTFOUND: foreignHost,
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken: stop the other program or choose another, e.g. PORT=${port === 3100 ? 3200 : 3100} npx --yes pnpm start`,
  EACCES: ({ port }) =>
    `Port ${port} is reserved for the system: choose another, e.g. PORT=3000 npx --yes pnpm start`,
};

/** Says in one line why an address could not be listened at; other errors stay what they are. */
export function listenError(error: NodeJS.ErrnoException, address: Address): Error {
  const sentence = explain[error.code ?? '']?.(address);
  return sentence ? new ReleaseError(sentence) : error;
}
