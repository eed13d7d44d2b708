import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing.ts';
import { serve } from './serve.ts';

function isOpenFile(descriptor: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).includes(folder);
  } catch {
    return false;
  }
}

test.runIf(process.platform === 'linux')(
  'a client that asks for many files and leaves keeps none of them open',
  async () => {
    const release = await temporaryFolder();
    await writeFiles(release, { 'static/js/large.js': 'x'.repeat(1_000_000) });
    const server = await serve({ release, port: 0, report: () => undefined });
    onTestFinished(() => server.stop());
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((name) => isOpenFile(name, release)).length;

    const warned = vi.fn();
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const client = connect(server.port);
    client.write('GET /static/js/large.js HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(30));
    await vi.waitFor(() => expect(openFiles()).toBeGreaterThan(10), { timeout: 10_000 });
    client.destroy();
    // Later a collection closes them, with a warning.
    await vi.waitFor(() => expect(openFiles()).toBe(0), { timeout: 3000 });
    expect(warned).not.toHaveBeenCalled();
  },
);
