import type { ApiError } from '@patchwork/api';
import { ok, type Result } from '@patchwork/domain';

/** The part of an API answer that a caller is after. */
export async function mapAnswer<TBody, T>(
  call: Promise<Result<TBody, ApiError>>,
  pick: (body: TBody) => T,
): Promise<Result<T, ApiError>> {
  const result = await call;
  return result.ok ? ok(pick(result.value)) : result;
}
