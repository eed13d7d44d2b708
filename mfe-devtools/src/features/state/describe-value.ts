import { preview } from '../../preview.ts';

interface Loading {
  readonly data: unknown;
  readonly isPending: boolean;
  readonly isError: boolean;
}

/** Something the server knows, as far as it is loaded: the `Load` and `ListLoad` of packages/state. */
const isLoading = (value: unknown): value is Loading =>
  typeof value === 'object' && value !== null && 'isPending' in value && 'data' in value;

/** A shared value in one short line. */
export function describeValue(value: unknown): string {
  if (!isLoading(value)) return preview(value);
  const { data, isPending, isError } = value;
  if (isError) return data === undefined ? 'failed' : `failed, ${preview(data)} from before`;
  return isPending ? 'loading' : preview(data);
}
