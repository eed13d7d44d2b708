import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReleaseError } from '@patchwork/release';
import type { compare } from '@patchwork/release/compare';
import type { emit } from '@patchwork/release/emit';
import { start } from '../processes.ts';

type Emit = typeof emit;
type Compare = typeof compare;

export type TypesRequest =
  | { readonly emit: Parameters<Emit> }
  | { readonly compare: Parameters<Compare> };

export type TypesResponse =
  | { readonly result: Awaited<ReturnType<Emit>> | ReturnType<Compare> }
  | {
      readonly problem: string;
      /** Whether it is a ReleaseError, whose message is for the user. */
      readonly isKnown: boolean;
    };

/** '.ts' in the workspace, '.js' in the published package. */
const extension = path.extname(import.meta.url);
const program = fileURLToPath(new URL(`types-process${extension}`, import.meta.url));

/**
 * Lowers the priority of the compiler's process, as far as there is a lower one: the browser, which waits often, goes
 * first, and the compiler fills its pauses.
 */
const lowerPriority = (pid: number): void =>
  os.setPriority(pid, Math.min(19, os.getPriority() + 3));

interface Running {
  readonly child: ChildProcess;
  /** Resolves when the process has ended. */
  readonly ended: Promise<undefined>;
}

function startProcess(): Running {
  const loader = extension === '.ts' ? ['--import', import.meta.resolve('tsx')] : [];
  const child = start(process.execPath, [...loader, program], {
    stdio: ['ignore', 2, 2, 'ipc'],
    serialization: 'advanced',
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  return { child, ended: once(child, 'exit').then(() => undefined) };
}

/** What the gate asks the TypeScript compiler, answered by another process. */
export interface TypesApart {
  readonly emit: Emit;
  readonly compare: (...request: Parameters<Compare>) => Promise<ReturnType<Compare>>;
}

/**
 * Returns functions that do the same as `emit` and `compare` in another process, because the compiler blocks its own for
 * seconds: the pages that a browser opens meanwhile come from this one. It is started when it is needed first, serves one
 * request after the other, and keeps no process running.
 */
export function createTypesApart(): TypesApart {
  let running: Running | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function send(request: TypesRequest) {
    running ??= startProcess();
    const { child, ended } = running;
    child.ref();
    child.channel?.ref();
    child.send(request);
    const message = await Promise.race([once(child, 'message'), ended]);
    if (message === undefined) {
      running = undefined;
      throw new Error('the process that reads types has ended');
    }
    child.unref();
    child.channel?.unref();
    const answer: TypesResponse = message[0];
    if ('result' in answer) return answer.result;
    throw answer.isKnown ? new ReleaseError(answer.problem) : new Error(answer.problem);
  }

  function ask(request: TypesRequest): ReturnType<typeof send> {
    const answer = last.then(() => send(request));
    last = answer.catch(() => undefined);
    return answer;
  }

  return {
    emit: async (...emit) => (await ask({ emit })) as Awaited<ReturnType<Emit>>,
    compare: async (...compare) => (await ask({ compare })) as ReturnType<Compare>,
  };
}
