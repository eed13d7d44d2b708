import { useEffect, useState } from 'react';

const call = async (tool: number | '', method: string) =>
  (await fetch(`/api/tools/${tool}`, { method })).json();

export function Component() {
  const [tools, setTools] = useState<{ id: number; name: string; holder: string }[]>([]);
  useEffect(() => void call('', 'GET').then(setTools), []);
  return (
    <>
      <h1>Tools</h1>
      {tools.map(({ id, name, holder }) => (
        <button key={id} type="button" onClick={() => call(id, 'POST').then(setTools)}>
          {holder ? `${holder} gives back: ${name}` : `Borrow: ${name}`}
        </button>
      ))}
    </>
  );
}
