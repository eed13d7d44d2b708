import { err, ok, type Result } from '@patchwork/domain';

/** Milliseconds. A server on this machine answers in a few. */
const patience = 5000;

/** Whether anything answers at all, be it nothing that this page may read. */
const answers = (url: string): Promise<boolean> =>
  fetch(url, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(patience) }).then(
    () => true,
    () => false,
  );

const isPage = (text: string): boolean => /^\s*</.test(text);

/** A JSON file of another server; the error is one sentence that says what came instead. */
export async function fetchJson(url: string): Promise<Result<unknown, string>> {
  let text: string;
  try {
    const response = await fetch(url, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(patience),
    });
    if (!response.ok) return err(`${url} answered ${response.status}. Is a remote served there?`);
    text = await response.text();
  } catch {
    if (!(await answers(url))) return err(`${url} does not answer. Is its server running?`);
    return err(`${url} answers, but does not allow ${location.origin} to read it (CORS).`);
  }
  if (isPage(text)) {
    return err(`${url} is a web page, not a remote’s file. Is it the remote’s stand-alone page?`);
  }
  try {
    return ok(JSON.parse(text));
  } catch {
    return err(`${url} is not JSON.`);
  }
}
