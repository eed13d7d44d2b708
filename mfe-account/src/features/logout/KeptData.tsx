import { Button, passFocusToHeading } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { eraseKeptDataAtom, keptDataAtom } from '../../state/kept-data.ts';

/** Offers to erase what earlier sessions left in this browser. Nothing, where they left nothing. */
export function KeptData() {
  const kept = useAtomValue(keptDataAtom);
  const erase = useSetAtom(eraseKeptDataAtom);
  const [isErased, setIsErased] = useState(false);

  function eraseAll() {
    erase();
    setIsErased(true);
  }

  return (
    <>
      {kept !== 'nothing' && (
        <div ref={passFocusToHeading}>
          <p>
            This browser still stores carts, wishlists, addresses or orders of earlier visits, yours
            or those of others who shop here.
            {kept === 'unsent' &&
              ' Some of it did not reach the shop yet: erased, it is lost. It is sent at the next login.'}
          </p>
          <Button variant="quiet" onClick={eraseAll}>
            Erase my data from this browser
          </Button>
        </div>
      )}
      <p role="status">{isErased && 'Your data is erased from this browser.'}</p>
    </>
  );
}
