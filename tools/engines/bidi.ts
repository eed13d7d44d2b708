import * as v from 'valibot';
import { WebSocket } from 'ws';

const messageSchema = v.variant('type', [
  v.object({ type: v.literal('success'), id: v.number(), result: v.unknown() }),
  v.object({ type: v.literal('error'), id: v.number(), message: v.string() }),
  v.object({ type: v.literal('event'), method: v.string(), params: v.unknown() }),
]);

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A connection that speaks WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/ */
export async function openBidi(url: string, onEvent: (method: string, params: unknown) => void) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  socket.on('message', (data) => {
    const message = v.parse(messageSchema, JSON.parse(String(data)));
    if (message.type === 'event') return onEvent(message.method, message.params);
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'success') asked?.resolve(message.result);
    else asked?.reject(new Error(message.message));
  });
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended'));
  });
  return {
    send: (method: string, params: object): Promise<unknown> =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        socket.send(JSON.stringify({ id: lastId, method, params }));
      }),
    close: () => socket.terminate(),
  };
}
