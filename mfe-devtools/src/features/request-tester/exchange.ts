import { createStreamReader, readContent } from './content.ts';
import type { WireRequest } from './request.ts';
import type { Exchanged } from './response.ts';
import { type Listener, send } from './send.ts';

/** Time between two views of an event stream that arrives. */
const ARRIVAL_MS = 100;

/** Reads an event stream, and shows it now and then while it arrives. */
function followStream(startedAt: number, show: (arriving: Exchanged) => void) {
  let reader: ReturnType<typeof createStreamReader> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onPart: Listener = (head, part) => {
    reader ??= createStreamReader(head, startedAt);
    const { read, content } = reader;
    read(part);
    timer ??= setTimeout(() => {
      timer = undefined;
      const outcome = { kind: 'response' as const, ...head, bytes: new Uint8Array() };
      show({ outcome, content: content(), duration: performance.now() - startedAt });
    }, ARRIVAL_MS);
  };
  return {
    onPart,
    /** Returns the whole stream; undefined if the response was none. */
    end() {
      clearTimeout(timer);
      reader?.end();
      return reader?.content();
    },
  };
}

/** Sends a request and reads its response. `show` gets what has arrived of an event stream, now and then. */
export async function exchange(
  request: WireRequest,
  signal: AbortSignal,
  show: (arriving: Exchanged) => void,
): Promise<Exchanged> {
  const startedAt = performance.now();
  const stream = followStream(startedAt, show);
  const outcome = await send(request, signal, stream.onPart);
  const duration = performance.now() - startedAt;
  const streamed = stream.end();
  if (streamed || outcome.kind !== 'response') return { outcome, content: streamed, duration };
  const content = readContent(outcome.bytes, outcome.headers['content-type']);
  return { outcome, content, duration };
}
