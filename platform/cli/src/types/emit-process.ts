import { emit } from '@patchwork/release/emit';
import { messageOf, ReleaseError } from '@patchwork/release/errors';
import type { EmitRequest, EmitResponse } from './emit-apart.ts';

/*
 * Emits the types of pieces in a process of its own, once, as its parent requests. Loads no more of the release than it
 * needs: the command waits for it.
 */

function send(response: EmitResponse): void {
  process.send?.(response, () => process.disconnect());
}

process.once('message', (request) => {
  emit(...(request as EmitRequest)).then(
    (emitted) => send({ emitted }),
    (error) => send({ problem: messageOf(error), isKnown: error instanceof ReleaseError }),
  );
});
