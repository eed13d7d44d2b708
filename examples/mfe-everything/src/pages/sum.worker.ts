import { add } from './add.ts';

self.onmessage = async ({ data: [a, b] }: MessageEvent<[number, number]>) => {
  const { say } = await import('./say.ts');
  const { status } = await fetch('/registry.json');
  self.postMessage(`${say(add(a, b))}, and the registry answers ${status}`);
};
