import { compare } from '@patchwork/release/compare';
import { emit } from '@patchwork/release/emit';
import { messageOf, ReleaseError } from '@patchwork/release/errors';
import type { TypesRequest, TypesResponse } from './types-apart.ts';

/*
 * Emits and compares types in a process of its own, one request after the other, until its parent ends. Loads no more of
 * the release than it needs: the command waits for it.
 */

const work = async (request: TypesRequest) =>
  'emit' in request ? emit(...request.emit) : compare(...request.compare);

process.on('message', async (request) => {
  const response: TypesResponse = await work(request as TypesRequest).then(
    (result) => ({ result }),
    (error) => ({ problem: messageOf(error), isKnown: error instanceof ReleaseError }),
  );
  process.send?.(response);
});
