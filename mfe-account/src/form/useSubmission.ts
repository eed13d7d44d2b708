import type { Result } from '@patchwork/domain';
import { useRef, useState } from 'react';

/**
 * One submission at a time. Another one is ignored while the first is under way, and after it succeeded:
 * the next page may take a short time to appear.
 */
export function useSubmission() {
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string>();
  const closed = useRef(false);

  function refuse(failure: string): void {
    closed.current = false;
    setPending(false);
    setMessage(failure);
  }

  async function submit(send: () => Promise<Result<unknown, string>>): Promise<void> {
    if (closed.current) return;
    closed.current = true;
    setPending(true);
    // Removed first, so that a screen reader announces the same message a second time.
    setMessage(undefined);
    const result = await send();
    if (!result.ok) refuse(result.error);
  }

  return { pending, message, submit, refuse };
}
