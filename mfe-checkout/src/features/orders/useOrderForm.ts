import { toast } from '@patchwork/shop';
import { isFocusLost } from '@patchwork/shop/ui';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * State of a form below an order, which a button opens: `TForm` names the open form. Keeps the focus where the shopper
 * expects it.
 */
export function useOrderForm<TForm>() {
  const opener = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<TForm>();
  const [problem, setProblem] = useState<string>();

  function open(form: TForm | undefined): void {
    setOpened(form === undefined ? undefined : () => form);
    setProblem(undefined);
  }

  function close(): void {
    flushSync(() => open(undefined));
    if (isFocusLost()) opener.current?.focus();
  }

  /** Shows the changed order: its title, with its state below, and a toast. `shown` is the order's element. */
  function finish(shown: Element | null, text: string): void {
    const title = shown?.querySelector('h2');
    flushSync(() => open(undefined));
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: 'start' });
    toast.success(text);
  }

  return { opener, opened, problem, setProblem, open, close, finish };
}

/** Focuses the first control when a button press opens the form. */
export function takeFocus(input: HTMLInputElement | null): void {
  if (isFocusLost()) input?.focus();
}
