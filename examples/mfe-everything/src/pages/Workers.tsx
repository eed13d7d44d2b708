import { PageHeading } from '@patchwork/shop/ui';
import { useEffect, useState } from 'react';

const start = {
  classic: () => new Worker(new URL('./sum.worker.ts', import.meta.url)),
  module: () => new Worker(new URL('./sum.worker.ts', import.meta.url), { type: 'module' }),
};

function Sum({ type }: { type: keyof typeof start }) {
  const [answer, setAnswer] = useState('…');
  useEffect(() => {
    const worker = start[type]();
    worker.onmessage = ({ data }) => setAnswer(data);
    worker.postMessage([1, 2]);
    return () => worker.terminate();
  }, [type]);
  return (
    <p>
      A {type} worker: {answer}
    </p>
  );
}

/** Workers that import a module, load another one later, and fetch. */
export function Workers() {
  return (
    <div className="container">
      <PageHeading>Workers</PageHeading>
      <Sum type="classic" />
      <Sum type="module" />
    </div>
  );
}
