import { readFileSync } from 'node:fs';
import type { PageRequest, RenderedPage } from '@patchwork/host';
import { messageOf } from '../errors.ts';
import { integrityOf } from '../release-folder/integrity.ts';
import type { RendererFile } from '../release-folder/page/page.ts';
import type { RenderTask } from './conversation.ts';
import { createPauses } from './pauses.ts';
import { openRenderProcess, type RenderProcess } from './render-process.ts';

/** Maximum number of versions with a process. Pages of other versions are sent as they were prerendered. */
const MAX_PROCESSES = 8;
/**
 * Maximum number of pages of one module that a process renders at a time. Pages that wait for a slow API do not keep
 * those of another module waiting.
 */
const MAX_TASKS = 8;
/** Number of pages after which a process is restarted, which frees leaked memory. */
const MAX_RENDERED = 2000;
/** Milliseconds for which no further failure of a module's pages is reported. */
const REPORT_INTERVAL_MS = 300_000;

/**
 * Renders a page. Returns undefined if no process is available; resolves to undefined if rendering fails or the API
 * lacks the page's data.
 */
type Render = (task: RenderTask) => Promise<RenderedPage | undefined> | undefined;

interface Renderer {
  readonly render: Render;
  readonly stop: () => void;
}

const keyOf = ({ module, address }: PageRequest): string => `${module} ${address}`;

/** Returns a function that reports a page's failure, unless one of its module was reported lately. */
function reportPages(file: string, report: Report): (page: PageRequest, reason: string) => void {
  const reportedAt = new Map<string, number>();
  return ({ module, address, fragment }, reason) => {
    if (Date.now() - (reportedAt.get(module) ?? 0) < REPORT_INTERVAL_MS) return;
    reportedAt.set(module, Date.now());
    report(
      fragment
        ? `${file}: ${address}: the fragment ${module} in “${fragment.slot}”: ${reason}. The page is sent without it`
        : `${file}: ${address}: ${reason}. This page is sent without data, as it was built`,
    );
  };
}

/**
 * Creates the renderer of one version's pages. A page that fails loses only its own data. A page that ends the process
 * is not rendered for a while, nor is its module if several of its pages do so, but the process is started again at
 * once for all other pages.
 */
function createRenderer({ file, integrity }: RendererFile, report: Report): Renderer {
  let running: RenderProcess | undefined;
  let rendered = 0;
  /** Number of pages in progress, by module. */
  const tasks = new Map<string, number>();
  const pauses = createPauses();
  const reportPage = reportPages(file, report);

  function pauseAll(reason: string): void {
    pauses.add(file);
    report(`${file}: ${reason}. For a while its pages are sent without data, as they were built`);
  }

  function start(): void {
    rendered = 0;
    try {
      const content = readFileSync(file);
      if (integrityOf(content) !== integrity)
        throw new Error('it has changed since it was published');
      running = openRenderProcess({ code: content.toString(), file }, restart);
    } catch (error) {
      pauseAll(messageOf(error));
    }
  }

  /** Called when the process has ended because of a page, or because its code can't be used. */
  function restart(reason: string, culprit: PageRequest | undefined): void {
    running = undefined;
    if (culprit) {
      pauses.add(keyOf(culprit));
      pauses.add(culprit.module, 1);
      reportPage(culprit, reason);
      start();
    } else pauseAll(reason);
  }

  function renewedProcess(): RenderProcess | undefined {
    if (!running && !pauses.isPaused(file)) start();
    const isIdle = [...tasks.values()].every((count) => count === 0);
    if (rendered < MAX_RENDERED || !isIdle) return running;
    running?.stop();
    start();
    return running;
  }

  start();
  return {
    render(task) {
      const { request } = task;
      const { module } = request;
      const count = tasks.get(module) ?? 0;
      if (count >= MAX_TASKS || pauses.isPaused(module) || pauses.isPaused(keyOf(request)))
        return undefined;
      const process = renewedProcess();
      if (!process?.isLoaded()) return undefined;
      rendered += 1;
      tasks.set(module, count + 1);
      return process
        .render(task)
        .catch((error: unknown) => {
          // Otherwise the process was stopped on purpose, or by another page.
          if (process === running) reportPage(request, messageOf(error));
          return undefined;
        })
        .finally(() => tasks.set(module, (tasks.get(module) ?? 1) - 1));
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
