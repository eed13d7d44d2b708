import type { Result } from '@patchwork/domain';
import { useRef, useState } from 'react';

/**
 * One submission at a time: while one is out, and after one that worked, a further one is ignored.
 * Who succeeds is led to another page, which may take a moment to appear.
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
    // The same failure twice is told twice.
    setMessage(undefined);
    const result = await send();
    if (!result.ok) refuse(result.error);
  }

  return { pending, message, submit, refuse };
}
