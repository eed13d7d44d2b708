import { err, type Result } from '@patchwork/domain';
import type { Api } from './client.ts';
import type { ApiError } from './errors.ts';

type Call = (...input: unknown[]) => Promise<Result<unknown, ApiError>>;

interface LaterOptions {
  /** Loads the client. Called again by the next call if it rejects. */
  readonly load: () => Promise<Api>;
  /** Returns the name of the caller, which is on the stack only until the client is loaded. */
  readonly initiator?: (() => string) | undefined;
}

/**
 * Creates a client whose code is loaded by its first call. As with `createApi`, calls never reject: a client that can't
 * be loaded is a lost connection.
 */
export function createLaterApi({ load, initiator }: LaterOptions): Api {
  let loaded: Api | undefined;

  async function loadAndCall(name: keyof Api, input: readonly unknown[]): ReturnType<Call> {
    const position = name === 'call' ? 2 : 1;
    const options = Object(input[position]);
    const named = [...input];
    if (initiator) named[position] = { ...options, initiator: options.initiator ?? initiator() };
    try {
      loaded ??= await load();
    } catch (cause) {
      return err({ kind: 'network', message: String(cause) });
    }
    return (loaded[name] as Call)(...named);
  }

  return new Proxy({} as Api, {
    get:
      (_, name: keyof Api): Call =>
      (...input) =>
        loaded ? (loaded[name] as Call)(...input) : loadAndCall(name, input),
  });
}
