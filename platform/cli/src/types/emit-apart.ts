import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReleaseError } from '@patchwork/release';
import type { emit } from '@patchwork/release/emit';
import { exitCode, start } from '../processes.ts';

export type EmitRequest = Parameters<typeof emit>;

export type EmitResponse =
  | { readonly emitted: Awaited<ReturnType<typeof emit>> }
  | {
      readonly problem: string;
      /** Whether it is a ReleaseError, whose message is for the user. */
      readonly isKnown: boolean;
    };

/** '.ts' in the workspace, '.js' in the published package. */
const extension = path.extname(import.meta.url);
const program = fileURLToPath(new URL(`emit-process${extension}`, import.meta.url));

/**
 * Lowers the priority of the compiler's process, as far as there is a lower one: the browser, which waits often, goes
 * first, and the compiler fills its pauses.
 */
const lowerPriority = (pid: number): void =>
  os.setPriority(pid, Math.min(19, os.getPriority() + 3));

/** Emits types as `emit` does, in another process: the compiler blocks its own for seconds. */
export async function emitApart(...request: EmitRequest): ReturnType<typeof emit> {
  const loader = extension === '.ts' ? ['--import', import.meta.resolve('tsx')] : [];
  const child = start(process.execPath, [...loader, program], {
    stdio: ['ignore', 2, 2, 'ipc'],
    serialization: 'advanced',
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  child.send(request);
  const ended = exitCode(child).then(() => []);
  const [response]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  if (response === undefined) throw new Error('the process that reads types has ended');
  const result = response as EmitResponse;
  if ('emitted' in result) return result.emitted;
  throw result.isKnown ? new ReleaseError(result.problem) : new Error(result.problem);
}
