import { readFileSync } from 'node:fs';

const POLL_MS = 500;

/** A running process as Linux describes it; undefined when it has ended. */
function readProcess(pid: number): { readonly name: string; readonly parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name = '', state, parent] = /^\d+ \((.*)\) (\w) (\d+)/s.exec(text) ?? [];
    return state === 'Z' ? undefined : { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

function findNpx(pid = process.ppid): number | undefined {
  const found = readProcess(pid);
  return found && !found.name.startsWith('npm exec') ? findNpx(found.parent) : found && pid;
}

/**
 * Calls back when the npx that started this program has ended. npx sends SIGTERM to a shell that does
 * not pass it on, so “npx --yes pnpm start” would go on and occupy its port. Works on Linux only.
 */
export function whenNpxEnds(callback: () => void): void {
  const npx = findNpx();
  if (npx === undefined) return;
  const timer = setInterval(() => {
    if (readProcess(npx)) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}
