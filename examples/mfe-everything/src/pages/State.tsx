import { Button, PageHeading } from '@patchwork/shop/ui';
import { useAtom } from 'jotai';
import { atomWithReset, useResetAtom } from 'jotai/utils';

const pressedAtom = atomWithReset(0);

export function State() {
  const [pressed, setPressed] = useAtom(pressedAtom);
  const reset = useResetAtom(pressedAtom);
  return (
    <div className="container">
      <PageHeading>Subpaths of shared packages</PageHeading>
      <p>Pressed {pressed} times</p>
      <Button onClick={() => setPressed(pressed + 1)}>Press</Button>
      <Button onClick={reset}>Reset</Button>
    </div>
  );
}
