import type { DevtoolsPanelProps } from '@patchwork/kit/devtools';
import { useAtomValue } from 'jotai';

export function Component({ inspection, onClose }: DevtoolsPanelProps) {
  const { active, callsAtom, store } = inspection;
  const calls = useAtomValue(callsAtom, { store });
  return (
    <aside aria-label="Calls by remote" data-devtools>
      <ul>
        {active.remotes.map(({ id, version }) => (
          <li key={id}>
            {id} {version}: {calls.filter(({ initiator }) => initiator === id).length}
          </li>
        ))}
      </ul>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </aside>
  );
}
