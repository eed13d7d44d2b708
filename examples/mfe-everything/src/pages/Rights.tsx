import { Button, PageHeading } from '@patchwork/shop/ui';
import { useState } from 'react';

async function add(): Promise<string> {
  const file = fetch(new URL('./add.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiateStreaming(file);
  const sum = instance.exports.add as (a: number, b: number) => number;
  return `The sum is ${sum(2, 3)}`;
}

async function ask(): Promise<string> {
  const answer = await fetch('https://graphql.example/graphql');
  return answer.text();
}

/** WebAssembly and another origin, which remote.json asks for. */
export function Rights() {
  const [answer, setAnswer] = useState('');
  const run = (job: () => Promise<string>) => () =>
    void job().then(setAnswer, (error) => setAnswer(String(error)));
  return (
    <div className="container">
      <PageHeading>Rights</PageHeading>
      <Button onClick={run(add)}>Add</Button>
      <Button onClick={run(ask)}>Ask</Button>
      <output>{answer}</output>
    </div>
  );
}
