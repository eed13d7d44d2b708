import type { IncomingMessage } from 'node:http';
import { isPageless } from '@patchwork/host';
import type { RsbuildPlugin } from '@rsbuild/core';
import {
  createViolationPrinter,
  type DevelopmentPage,
  developmentHeaders,
  developmentScript,
  developmentWorker,
  isViolationReport,
  isWorkerStart,
} from './development.ts';

interface Options {
  /** Rsbuild environment that has the page; undefined for the only one. */
  readonly environment: string;
  /** Whether the page is a remote's stand-alone page, which has no inline script of a shell. */
  readonly isAlone: boolean;
  /** Completes the built page for a path. */
  readonly pageAt: (pathname: string, html: string) => DevelopmentPage;
  /** Script in which the workers of remotes begin; undefined if they begin by themselves. */
  readonly workerStart?: string;
}

const pathOf = (url: string): string => url.replace(/[?#].*$/s, '');

/** Returns the path of the page that makes a request. */
const pathOfPage = ({ headers: { referer = '' } }: IncomingMessage): string =>
  URL.canParse(referer) ? new URL(referer).pathname : '/';

const asksForPage = ({ method, headers }: IncomingMessage, pathname: string): boolean =>
  method === 'GET' &&
  (headers.accept ?? '').includes('text/html') &&
  !/\.\w+$|^\/__/.test(pathname) &&
  !isPageless(pathname);

/** Sends the pages of a development server with the policy of released ones, and explains what it refuses. */
export const developmentPolicy = ({
  environment,
  isAlone,
  pageAt,
  workerStart,
}: Options): RsbuildPlugin => ({
  name: 'patchwork:development-policy',
  apply: 'serve',
  setup(api) {
    api.modifyHTMLTags(({ headTags, bodyTags }, { environment: { name } }) => {
      if (name !== environment) return { headTags, bodyTags };
      const script = { tag: 'script', children: developmentScript({ isAlone }) };
      return { headTags: [script, ...headTags], bodyTags };
    });
    api.onBeforeStartDevServer(({ server }) => {
      const explain = createViolationPrinter((line) => api.logger.error(line));
      const { error: print } = api.logger;
      // Rsbuild prints the page's errors too, among them those that explain a violation.
      api.logger.override({
        error: (message, ...more) =>
          String(message).includes('Uncaught PolicyViolation') || print(message, ...more),
      });
      server.middlewares.use(async (request, response, next) => {
        if (isViolationReport(request)) {
          await explain(request, response);
          return;
        }
        if (workerStart !== undefined && isWorkerStart(request)) {
          response.writeHead(200, {
            ...developmentHeaders(pageAt(pathOfPage(request), '')),
            ...{ 'content-type': 'text/javascript;charset=utf-8', 'cache-control': 'no-store' },
          });
          response.end(await developmentWorker(workerStart, request));
          return;
        }
        const pathname = pathOf(request.url ?? '/');
        const page = server.environments[environment];
        if (!page || !asksForPage(request, pathname)) {
          next();
          return;
        }
        const built = await page.getTransformedHtml('index').catch(() => undefined);
        if (built === undefined) {
          next();
          return;
        }
        const completed = pageAt(pathname, built);
        response.writeHead(200, {
          ...developmentHeaders(completed),
          'content-type': 'text/html;charset=utf-8',
          'cache-control': 'no-store',
        });
        response.end(completed.html);
      });
    });
  },
});
