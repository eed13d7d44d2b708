import type { DevtoolsPanelProps, Inspection } from '@patchwork/devtools-bridge';
import { Button } from '@patchwork/shop/ui';
import { type ComponentType, useState } from 'react';

interface PanelSwitchProps {
  readonly Panel: ComponentType<DevtoolsPanelProps>;
  readonly inspection: Inspection;
}

/** Opens the devtools panel over a page that runs alone; an address with a hash opens it at once. */
export function PanelSwitch({ Panel, inspection }: PanelSwitchProps) {
  const [isOpen, setOpen] = useState(location.hash !== '');
  return (
    <>
      <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Open devtools
      </Button>
      {isOpen && <Panel inspection={inspection} onClose={() => setOpen(false)} />}
    </>
  );
}
