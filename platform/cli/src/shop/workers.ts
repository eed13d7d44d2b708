import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { requestShop } from './request.ts';

/** Script in which each worker of a remote begins. */
const WORKER_START = '/worker.js';

/** Whether a built piece starts workers by the shop's script. */
export async function startsWorkers(folder: string): Promise<boolean> {
  const dist = path.join(folder, 'dist');
  for (const file of await readdir(dist, { recursive: true })) {
    if (!file.endsWith('.js')) continue;
    if ((await readFile(path.join(dist, file), 'utf8')).includes(WORKER_START)) return true;
  }
  return false;
}

/**
 * Returns a sentence about how the shop at an origin sends the script in which workers begin, if they can't work there:
 * its server may be older than workers, and a worker has the policy of its response.
 */
export async function workerProblem(origin: string): Promise<string | undefined> {
  const response = await requestShop(origin + WORKER_START, {
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  if (!response) return undefined;
  response.destroy();
  const { 'content-type': type = '', 'content-security-policy': policy } = response.headers;
  if (response.statusCode !== 200 || !type.includes('javascript')) {
    return `${origin} has no ${WORKER_START}, in which each worker of a remote begins: whoever runs the shop must release a shell that has it`;
  }
  // A page's policy has the directive in any case.
  if (policy === undefined || policy.includes('connect-src')) return undefined;
  return `${origin}${WORKER_START} is sent with the policy “${policy}” instead of its page’s, so that a worker can fetch nothing and load no script: whoever runs the shop must let its server or CDN send it with the headers of a page. See “A web server of your own” in docs/releases.md`;
}
