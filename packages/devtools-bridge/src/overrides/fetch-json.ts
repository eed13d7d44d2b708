import { err, ok, type Result } from '@patchwork/domain';

/** A server on this machine responds in a few milliseconds. */
const REQUEST_TIMEOUT_MS = 5000;

const request = (url: string, options: RequestInit): Promise<Response> =>
  fetch(url, {
    ...options,
    cache: 'no-store',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });

/** Whether there is a response at all, even one that this page may not read. */
const isReachable = (url: string): Promise<boolean> =>
  request(url, { mode: 'no-cors' }).then(
    () => true,
    () => false,
  );

const isHtml = (text: string): boolean => /^\s*</.test(text);

/** A JSON file of another server; the error is one sentence that says what came instead. */
export async function fetchJson(url: string): Promise<Result<unknown, string>> {
  let text: string;
  try {
    const response = await request(url, { credentials: 'omit' });
    if (!response.ok)
      return err(`${url} responded with ${response.status}. Is a remote served there?`);
    text = await response.text();
  } catch {
    if (!(await isReachable(url))) return err(`${url} does not respond. Is its server running?`);
    return err(`${url} responds, but does not allow ${location.origin} to read it (CORS).`);
  }
  if (isHtml(text)) {
    return err(`${url} is a web page, not a remote’s file. Is it the remote’s stand-alone page?`);
  }
  try {
    return ok(JSON.parse(text));
  } catch {
    return err(`${url} is not JSON.`);
  }
}
