import type { PageRequest, PageSurroundings, RenderedPage } from '@patchwork/host';
import * as v from 'valibot';
import type { ApiReader } from './api-answers.ts';
import { type Message, type PageMessage, pageSchema } from './messages.ts';

export interface RenderTask {
  readonly request: PageRequest;
  /**
   * Description of the shop around the page. Pass the same object until it changes: each new object is sent to the
   * process again.
   */
  readonly surroundings: PageSurroundings;
  readonly api: ApiReader;
}

/** Time limit in milliseconds for loading a version's code. */
const LOAD_TIMEOUT_MS = 20_000;
/** Time limit in milliseconds for rendering one page with its calls. A page that exceeds it is given up. */
const RENDER_TIMEOUT_MS = 3000;
/**
 * Time limit in milliseconds for what a process does without a pause, which keeps all its pages waiting. Shorter than
 * the limit of a page: these pages are given up by the end of their process, which knows the page to blame.
 */
const BLOCK_TIMEOUT_MS = 2000;
/** Maximum number of API calls of one page. */
const MAX_CALLS = 100;

const limit = (milliseconds: number, exceed: () => void): NodeJS.Timeout =>
  setTimeout(exceed, milliseconds).unref();

/** A page that the process has not answered yet, even if it was given up. */
interface Page {
  readonly task: RenderTask;
  readonly resolve: (page: RenderedPage | undefined) => void;
  readonly reject: (error: Error) => void;
  hasBegun: boolean;
  calls: number;
}

interface ConversationOptions {
  readonly send: (message: object) => void;
  readonly end: (reason: string) => void;
}

/** Exchange of messages with a render process, which may send anything. Each unexpected message ends it. */
export interface Conversation {
  readonly load: (code: { readonly code: string; readonly file: string }) => void;
  readonly render: (task: RenderTask) => Promise<RenderedPage | undefined>;
  /** Takes a message. Returns false if the program would not send it now. */
  readonly receive: (message: Message) => boolean;
  readonly isLoaded: () => boolean;
  /** Returns the page that the process works on, or worked on last; undefined before the first. */
  readonly lastPage: () => PageRequest | undefined;
  /** Rejects all pages. */
  readonly abort: (reason: string) => void;
}

export function createConversation({ send, end }: ConversationOptions): Conversation {
  const pages = new Map<number, Page>();
  /** The page of each message that the process has not begun to handle, in the order of the messages. */
  const unhandled: (Page | undefined)[] = [];
  /** Page whose message the process handles, or has handled last. */
  let current: Page | undefined;
  /** Runs while the process handles a message. */
  let blocking: NodeJS.Timeout | undefined;
  let loading: NodeJS.Timeout | undefined;
  let known: PageSurroundings | undefined;
  let isLoaded = false;
  let lastId = 0;

  function tell(message: object, page?: Page): void {
    unhandled.push(page);
    send(message);
  }

  async function answer(call: number, path: string, page: Page): Promise<void> {
    try {
      const response = await page.task.api(path);
      const type = response.headers.get('content-type') ?? '';
      const text = await response.text();
      tell({ kind: 'answer', call, status: response.status, type, text }, page);
    } catch {
      tell({ kind: 'answer', call }, page);
    }
  }

  /** Takes a message about a page. Returns false if the page has its answer, or too many calls. */
  function receiveOf(message: PageMessage): boolean {
    const page = pages.get(message.id);
    if (!page) return false;
    if (message.kind === 'call') {
      page.calls += 1;
      if (page.calls <= MAX_CALLS) void answer(message.call, message.path, page);
      return page.calls <= MAX_CALLS;
    }
    pages.delete(message.id);
    if (message.kind === 'failed') page.reject(new Error(message.reason));
    else {
      const { success, output } = v.safeParse(pageSchema, message.page);
      if (success) page.resolve(output);
      else page.reject(new Error('its renderer returned no page'));
    }
    return true;
  }

  const limitBlocking = (milliseconds: number) =>
    limit(milliseconds, () => end(`took longer than ${milliseconds} ms`));

  function receive(message: Message): boolean {
    switch (message.kind) {
      case 'busy':
        if (blocking || unhandled.length === 0) return false;
        current = unhandled.shift();
        if (current) current.hasBegun = true;
        blocking = limitBlocking(isLoaded ? BLOCK_TIMEOUT_MS : LOAD_TIMEOUT_MS);
        return true;
      case 'idle':
        if (!blocking) return false;
        clearTimeout(blocking);
        blocking = undefined;
        return true;
      case 'loaded':
        if (isLoaded) return false;
        clearTimeout(loading);
        isLoaded = true;
        return true;
      case 'unusable':
        end(message.reason);
        return true;
      default:
        return receiveOf(message);
    }
  }

  /** Gives up a page. If the process has not even begun it, although it handles no message, it is blocked. */
  function giveUp(page: Page): void {
    const reason = `took longer than ${RENDER_TIMEOUT_MS} ms`;
    page.reject(new Error(reason));
    if (!page.hasBegun && !blocking) end(reason);
  }

  return {
    load(code) {
      loading = limit(LOAD_TIMEOUT_MS, () => end('its code was not loaded in time'));
      tell({ kind: 'load', ...code });
    },
    render(task) {
      const { request, surroundings } = task;
      lastId += 1;
      const id = lastId;
      let slow: NodeJS.Timeout;
      return new Promise<RenderedPage | undefined>((resolve, reject) => {
        const page = { task, resolve, reject, hasBegun: false, calls: 0 };
        slow = limit(RENDER_TIMEOUT_MS, () => giveUp(page));
        pages.set(id, page);
        const shop = surroundings === known ? undefined : surroundings;
        known = surroundings;
        tell({ kind: 'render', id, request, shop }, page);
      }).finally(() => clearTimeout(slow));
    },
    receive,
    isLoaded: () => isLoaded,
    lastPage: () => current?.task.request,
    abort(reason) {
      clearTimeout(loading);
      clearTimeout(blocking);
      for (const { reject } of pages.values()) reject(new Error(reason));
      pages.clear();
    },
  };
}
