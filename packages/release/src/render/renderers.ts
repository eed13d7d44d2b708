import { readFileSync } from 'node:fs';
import type { RenderedPage } from '@patchwork/federation';
import { messageOf } from '../errors.ts';
import { integrityOf } from '../folder/integrity.ts';
import { openRenderProcess, type RenderProcess, type RenderTask } from './render-process.ts';

/** A version's rendering code, with the hash that the release states. */
export interface RendererFile {
  readonly file: string;
  readonly integrity: string;
}

/** Maximum number of versions with a process. Pages of other versions are sent as they were prerendered. */
const MAX_PROCESSES = 8;
/** Maximum number of pages that a process renders at a time. */
const MAX_TASKS = 8;
/** Number of pages after which a process is restarted, which frees leaked memory. */
const MAX_RENDERED = 2000;
/** Consecutive failures after which a version is paused. */
const MAX_FAILURES = 3;
/** Milliseconds of the first pause. */
const PAUSE_MS = 5000;
/** Milliseconds of the longest pause. */
const LONGEST_PAUSE_MS = 300_000;

/**
 * Renders a page. Returns undefined if no process is available; resolves to undefined if rendering fails or the API
 * lacks the page's data.
 */
type Render = (task: RenderTask) => Promise<RenderedPage | undefined> | undefined;

interface Renderer {
  readonly render: Render;
  readonly stop: () => void;
}

/** Creates the renderer of one version's pages. Its process is restarted some time after a failure. */
function createRenderer({ file, integrity }: RendererFile, report: Report): Renderer {
  let running: RenderProcess | undefined;
  let rendered = 0;
  let failures = 0;
  let pauses = 0;
  let pausedUntil = 0;

  function pause(reason: string): void {
    running?.stop();
    running = undefined;
    failures = 0;
    pausedUntil = Date.now() + Math.min(PAUSE_MS * 2 ** pauses, LONGEST_PAUSE_MS);
    pauses += 1;
    report(`${file}: ${reason}. For a while its pages are sent without data, as they were built`);
  }

  function start(): void {
    rendered = 0;
    try {
      const content = readFileSync(file);
      if (integrityOf(content) !== integrity)
        throw new Error('it has changed since it was published');
      running = openRenderProcess({ code: content.toString(), file }, pause);
    } catch (error) {
      pause(messageOf(error));
    }
  }

  function renewedProcess(): RenderProcess | undefined {
    if (!running && Date.now() >= pausedUntil) start();
    if (running?.load() !== 0 || rendered < MAX_RENDERED) return running;
    running.stop();
    start();
    return running;
  }

  start();
  return {
    render(task) {
      const process = renewedProcess();
      const load = process?.load();
      if (!process || load === undefined || load >= MAX_TASKS) return undefined;
      rendered += 1;
      return process.render(task).then(
        (page) => {
          failures = 0;
          pauses = 0;
          return page;
        },
        (error: unknown) => {
          failures += 1;
          if (process === running && failures >= MAX_FAILURES)
            pause(`${task.request.address}: ${messageOf(error)}`);
          return undefined;
        },
      );
    },
    stop() {
      running?.stop();
      running = undefined;
    },
  };
}

type Report = (message: string) => void;

/** Renderers of the live versions' pages, with a process for each version. */
export interface Renderers {
  /** Starts processes for these versions, for the first MAX_PROCESSES at most, and ends all others. */
  readonly follow: (files: readonly RendererFile[]) => void;
  /** Renders a page of the version whose rendering code is `file`. Returns the same as Render. */
  readonly render: (file: string, task: RenderTask) => ReturnType<Render>;
  readonly stop: () => void;
}

export function createRenderers(report: Report): Renderers {
  const renderers = new Map<string, Renderer>();

  function follow(files: readonly RendererFile[]): void {
    const byFile = new Map(files.map((each) => [each.file, each]));
    const live = [...byFile.values()].slice(0, MAX_PROCESSES);
    for (const [file, renderer] of renderers) {
      if (live.some((each) => each.file === file)) continue;
      renderer.stop();
      renderers.delete(file);
    }
    for (const each of live) {
      if (!renderers.has(each.file)) renderers.set(each.file, createRenderer(each, report));
    }
  }

  return {
    follow,
    render: (file, task) => renderers.get(file)?.render(task),
    stop: () => follow([]),
  };
}
