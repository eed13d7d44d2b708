import type { DevtoolsPanelProps } from '@patchwork/inspection';

/** Stands in until features/panel is there (helper D replaces this file). */
export function Component({ onClose }: DevtoolsPanelProps) {
  return (
    <section aria-label="Devtools">
      <button type="button" onClick={onClose}>
        Close
      </button>
    </section>
  );
}
