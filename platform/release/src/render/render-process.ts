import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { PageRequest, RenderedPage } from '@patchwork/host';
import { createConversation, type RenderTask } from './conversation.ts';
import { readMessages } from './messages.ts';

/** Memory limit of a process's JavaScript heap, in megabytes. */
const MAX_HEAP_MB = 128;

const program = fileURLToPath(new URL('render-program.cjs', import.meta.url));

/** Option for Node's permission model. Node 20 has another name for it. */
const permissions = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** Starts the program with access to its own file only. It gives up the rights of root by itself. */
const startNode = () =>
  spawn(
    process.execPath,
    [
      permissions,
      `--allow-fs-read=${program}`,
      '--no-warnings',
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${MAX_HEAP_MB}`,
      program,
    ],
    { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  );

/** A process that runs one version's code. */
export interface RenderProcess {
  /**
   * Resolves to undefined if the API lacks the page's data; rejects if the page fails or takes too long, or if the
   * process ends.
   */
  readonly render: (task: RenderTask) => Promise<RenderedPage | undefined>;
  readonly isLoaded: () => boolean;
  readonly stop: () => void;
}

/** Called if a process ends before `stop` is called: with the reason, and the page that it worked on last, if any. */
type OnEnd = (reason: string, culprit: PageRequest | undefined) => void;

/**
 * Starts a process for a version's code: without the parent's environment, and without access to files, child
 * processes, eval and Node's network modules. Whatever it does or sends can end the process, and nothing else.
 */
export function openRenderProcess(
  code: { readonly code: string; readonly file: string },
  onEnd: OnEnd,
): RenderProcess {
  const child = startNode();
  let isOver = false;

  function stop(reason = 'it was stopped'): void {
    isOver = true;
    child.kill('SIGKILL');
    conversation.abort(reason);
  }

  function end(reason: string): void {
    if (isOver) return;
    stop(reason);
    onEnd(reason, conversation.lastPage());
  }

  const conversation = createConversation({
    send(message) {
      if (!isOver) child.stdin.write(`${JSON.stringify(message)}\n`);
    },
    end,
  });
  child.on('error', ({ message }) => end(message));
  // After its last message, unlike 'exit'.
  child.on('close', (status, signal) => end(`ended its process with ${signal ?? status}`));
  // Without an id, it could not be started, and may have no pipes.
  if (child.pid !== undefined) {
    readMessages(child.stdout, conversation.receive, () => end('sent what no page sends'));
    // The process has ended; 'close' reports it.
    child.stdin.on('error', () => undefined);
    // The server may end without waiting for this process.
    child.unref();
    for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();
    conversation.load(code);
  }
  return { render: conversation.render, isLoaded: conversation.isLoaded, stop: () => stop() };
}
