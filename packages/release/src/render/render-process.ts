import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { PageRequest, PageSurroundings, RenderedPage } from '@patchwork/federation';
import type { ApiReader } from '../serve/api-answers.ts';

/** A page to render, and the API for its calls. */
export interface RenderTask {
  readonly request: PageRequest;
  /**
   * Description of the shop around the page. Pass the same object until it changes: each new object is sent to the
   * process again.
   */
  readonly surroundings: PageSurroundings;
  readonly api: ApiReader;
}

/** Memory limit of a process's JavaScript heap, in megabytes. */
const MAX_HEAP_MB = 128;
/** Time limit in milliseconds for loading a version's code. A process that exceeds it is ended. */
const LOAD_TIMEOUT_MS = 20_000;
/** Time limit in milliseconds for rendering one page with its calls. A process that exceeds it is ended. */
const RENDER_TIMEOUT_MS = 2000;

const program = readFileSync(new URL('render-program.cjs', import.meta.url), 'utf8');

/** Option for Node's permission model. Node 20 has another name for it. */
const permissions = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** Ids of the user and group 'nobody' if this process runs as root, which alone can switch to them; else empty. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const startNode = (): ChildProcess =>
  spawn(
    process.execPath,
    [
      permissions,
      '--no-warnings',
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${MAX_HEAP_MB}`,
      ...['-e', program],
    ],
    { ...nobody, cwd: '/', env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );

type Message =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'call'; readonly id: number; readonly call: number; readonly path: string }
  | { readonly kind: 'rendered'; readonly id: number; readonly page?: RenderedPage }
  | { readonly kind: 'failed'; readonly id?: number; readonly reason: string };

interface Waiting {
  readonly api: ApiReader;
  readonly resolve: (page: RenderedPage | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** A process that runs one version's code. */
export interface RenderProcess {
  /** Resolves to undefined if the API lacks the page's data; rejects if the page fails, or if the process ends. */
  readonly render: (task: RenderTask) => Promise<RenderedPage | undefined>;
  /** Number of pages in progress; undefined until the code is loaded. */
  readonly load: () => number | undefined;
  readonly stop: () => void;
}

/**
 * Starts a process for a version's code: without the parent's environment, and without access to files, child
 * processes, eval and Node's network modules. `onEnd` is called with the reason if the process ends before `stop` is
 * called.
 */
export function openRenderProcess(
  code: { readonly code: string; readonly file: string },
  onEnd: (reason: string) => void,
): RenderProcess {
  const child = startNode();
  const waiting = new Map<number, Waiting>();
  let known: PageSurroundings | undefined;
  let isLoaded = false;
  let isOver = false;
  let lastId = 0;

  const tell = (message: object) => child.connected && child.send(message);
  const limit = (reason: string, milliseconds: number) =>
    setTimeout(() => end(reason), milliseconds).unref();

  function stop(reason = 'it was stopped'): void {
    isOver = true;
    clearTimeout(loading);
    child.kill('SIGKILL');
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  }

  function end(reason: string): void {
    if (isOver) return;
    stop(reason);
    onEnd(reason);
  }

  async function answer({ id, call, path }: Message & { readonly kind: 'call' }): Promise<void> {
    try {
      const response = await waiting.get(id)?.api(path);
      const type = response?.headers.get('content-type') ?? '';
      const text = await response?.text();
      tell({ kind: 'answer', call, status: response?.status, type, text });
    } catch {
      tell({ kind: 'answer', call });
    }
  }

  function receive(message: Message): void {
    if (message.kind === 'call') return void answer(message);
    if (message.kind === 'loaded') {
      clearTimeout(loading);
      isLoaded = true;
    } else if (message.kind === 'rendered') waiting.get(message.id)?.resolve(message.page);
    else if (message.id === undefined) end(message.reason);
    else waiting.get(message.id)?.reject(new Error(message.reason));
  }

  const loading = limit('its code was not loaded in time', LOAD_TIMEOUT_MS);
  child.on('error', ({ message }) => end(message));
  child.on('exit', (status, signal) => end(`its process ended with ${signal ?? status}`));
  child.on('message', receive);
  // The server may end without waiting for this process.
  child.unref();
  child.channel?.unref();
  tell({ kind: 'load', ...code });

  return {
    render({ request, surroundings, api }) {
      lastId += 1;
      const id = lastId;
      const slow = limit(
        `${request.address} took longer than ${RENDER_TIMEOUT_MS} ms`,
        RENDER_TIMEOUT_MS,
      );
      return new Promise<RenderedPage | undefined>((resolve, reject) => {
        waiting.set(id, { api, resolve, reject });
        const shop = surroundings === known ? undefined : surroundings;
        known = surroundings;
        tell({ kind: 'render', id, request, shop });
      }).finally(() => {
        clearTimeout(slow);
        waiting.delete(id);
      });
    },
    load: () => (isLoaded ? waiting.size : undefined),
    stop: () => stop(),
  };
}
