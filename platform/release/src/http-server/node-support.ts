interface Line {
  /** Date after which the line gets no releases. */
  readonly end: string;
  /** First release that closes the hole in the Brotli decoder (CVE-2026-111497; nodejs/security-wg, core 204). */
  readonly fixed?: string;
}

/**
 * Node's release lines by major version, from github.com/nodejs/Release (schedule.json) as of November 2026. Node may
 * move the dates of lines that live. A later line is taken to be supported.
 */
const lines: Readonly<Record<string, Line>> = {
  20: { end: '2026-04-30' },
  21: { end: '2024-06-01' },
  22: { end: '2027-04-30', fixed: '22.23.4' },
  23: { end: '2025-06-01' },
  24: { end: '2028-04-30', fixed: '24.22.1' },
  25: { end: '2026-06-01' },
  26: { end: '2029-04-30', fixed: '26.12.1' },
};

const isBefore = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) < 0;

/**
 * Returns a warning if a version of Node, such as '24.22.3', gets no security fixes or lacks an important one;
 * otherwise undefined.
 */
export function nodeProblem(
  version: string = process.versions.node,
  today: Date = new Date(),
): string | undefined {
  const line = lines[version.split('.', 1).join()];
  if (!line) return undefined;
  if (line.end < today.toISOString().slice(0, 10)) {
    return `Node ${version} has had no security fixes since ${line.end}: use a Node that gets them, such as the latest 24 or 26`;
  }
  if (line.fixed && isBefore(version, line.fixed)) {
    return `Node ${version} lacks security fixes (CVE-2026-111497 among them): update it to ${line.fixed} or later`;
  }
  return undefined;
}
