import { ReleaseError } from '../release-error.ts';

/** The port that an environment variable asks for. Throws a ReleaseError when it is none. */
export function readPort(value: string | undefined, otherwise: number): number {
  if (value === undefined || value === '') return otherwise;
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65535) return port;
  throw new ReleaseError(`PORT is "${value}", which is no port: choose a number up to 65535`);
}

const explain: Record<string, (port: number) => string> = {
  EADDRINUSE: (port) =>
    `Port ${port} is taken: stop the other program or choose another, e.g. PORT=${port === 3100 ? 3200 : 3100} npx pnpm start`,
  EACCES: (port) =>
    `Port ${port} is reserved for the system: choose another, e.g. PORT=3000 npx pnpm start`,
};

/** Says in one line why a port could not be listened on; other errors stay what they are. */
export function portError(error: NodeJS.ErrnoException, port: number): Error {
  const sentence = explain[error.code ?? '']?.(port);
  return sentence ? new ReleaseError(sentence) : error;
}
