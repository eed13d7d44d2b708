import { readFileSync } from 'node:fs';

/** How often to look, in ms. */
const interval = 500;

/** A process's command line and its parent, as Linux tells them; undefined when it is gone. */
function look(pid: number): { command: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return undefined;
    return { command: readFileSync(`/proc/${pid}/cmdline`, 'utf8'), parent: Number(parent) };
  } catch {
    return undefined;
  }
}

function findNpx(): number | undefined {
  for (let pid = process.ppid; pid > 1; ) {
    const found = look(pid);
    if (!found) return undefined;
    if (found.command.startsWith('npm exec')) return pid;
    pid = found.parent;
  }
  return undefined;
}

/**
 * Calls back when the npx that started this program has ended. npx hands SIGTERM to a shell that
 * does not pass it on, which would leave the program behind with its port. Other systems than Linux
 * hear nothing.
 */
export function whenNpxEnds(callback: () => void): void {
  const npx = findNpx();
  if (npx === undefined) return;
  const timer = setInterval(() => {
    if (look(npx)) return;
    clearInterval(timer);
    callback();
  }, interval);
  timer.unref();
}
