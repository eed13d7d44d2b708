import { ok, type Result } from '@patchwork/host/result';

export { err, ok, type Result } from '@patchwork/host/result';

/** Applies `change` to a value; returns an error unchanged. */
export const mapResult = <T, U, E>(result: Result<T, E>, change: (value: T) => U): Result<U, E> =>
  result.ok ? ok(change(result.value)) : result;
