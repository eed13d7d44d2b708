import type { CallOutcome } from '@patchwork/devtools-bridge';
import { Chip } from '../../Chip.tsx';

interface CallStatusProps {
  readonly outcome: CallOutcome | undefined;
  /** With the status text or the error's message. */
  readonly isLong?: boolean;
}

/** How a call ended, or that it is pending. */
export function CallStatus({ outcome, isLong = false }: CallStatusProps) {
  if (!outcome) return <Chip tone="busy">Pending</Chip>;
  if (outcome.kind === 'failed') {
    return <Chip tone="bad">{isLong ? outcome.message : 'No response'}</Chip>;
  }
  const { status, statusText } = outcome;
  return (
    <Chip tone={status >= 400 ? 'bad' : 'good'}>
      {isLong ? `${status} ${statusText}`.trim() : status}
    </Chip>
  );
}
