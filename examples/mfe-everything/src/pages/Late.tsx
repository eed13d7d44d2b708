import { Button, PageHeading } from '@patchwork/shop/ui';
import { lazy, Suspense, useState } from 'react';

const Details = lazy(async () => ({ default: (await import('./Details.tsx')).Details }));

/** A page whose details are a chunk of their own, loaded on request. */
export function Late() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="container">
      <PageHeading>A late chunk</PageHeading>
      <label>
        Note <input name="note" />
      </label>
      <Button onClick={() => setIsOpen(true)}>Show details</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Details />
        </Suspense>
      )}
    </div>
  );
}
