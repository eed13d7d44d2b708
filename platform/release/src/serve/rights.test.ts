import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { entryIntegrity } from '@patchwork/host/testing';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing/release.ts';
import { serve } from './serve.ts';

const api = 'https://graphql.example';

const remote = (id: string, page: string, more: object = {}) => ({
  id,
  stable: {
    ...{ id, team: 'Lab', version: '1.0.0', entry: `/remotes/${id}/1.0.0/remoteEntry.js` },
    routes: [{ page, path: `/${page}`, access: 'open', module: './Page' }],
    integrity: entryIntegrity,
    ...more,
  },
});

const rights = { self: ['wasm'], [api]: ['connect'] };
const lab = remote('mfe-lab', 'lab', { rights });

/** Serves a shop with the page /lab, whose remote asks for rights, and the page /terms. */
async function openLab(config: object) {
  const release = await temporaryFolder();
  await writeFiles(release, {
    'index.html': '<!doctype html><head><!-- patchwork:documents --></head>',
    'config.json': JSON.stringify(config),
    'registry.json': JSON.stringify({ format: 2, remotes: [lab, remote('mfe-terms', 'terms')] }),
  });
  const reports: string[] = [];
  const server = await serve({ release, port: 0, report: (message) => reports.push(message) });
  onTestFinished(() => server.stop());
  async function open(page: string) {
    const response = await fetch(server.url + page, { headers: { accept: 'text/html' } });
    return {
      policy: response.headers.get('content-security-policy') ?? '',
      html: await response.text(),
    };
  }
  return { release, url: server.url, open, reports };
}

test('only the pages of a remote have its rights, and the others list its pages as opened elsewhere', async () => {
  const { open } = await openLab({ rights: { 'mfe-lab': { [api]: ['connect'] } } });
  const [own, other, none] = [await open('/lab'), await open('/terms'), await open('/nowhere')];
  expect(own.policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(own.policy).toContain(`connect-src 'self' ${api};`);
  expect(own.html).not.toContain('patchwork-elsewhere');
  for (const { policy, html } of [other, none]) {
    expect(policy).not.toContain('wasm-unsafe-eval');
    expect(policy).not.toContain(api);
    expect(html).toContain('id="patchwork-elsewhere">["lab"]</script>');
  }
});

test('a worker begins with the rights of its page', async () => {
  const { release, url } = await openLab({});
  await writeFile(path.join(release, 'worker.js'), 'importScripts()');
  const policyFor = async (page: string) =>
    (await fetch(`${url}/worker.js`, { headers: { referer: url + page } })).headers.get(
      'content-security-policy',
    );
  expect(await policyFor('/lab')).toContain('wasm-unsafe-eval');
  expect(await policyFor('/terms')).not.toContain('wasm-unsafe-eval');
});

test('a page gets an origin only if the configuration grants it, and no page gets the grants', async () => {
  const { open, release, reports } = await openLab({});
  expect((await open('/lab')).policy).not.toContain(api);
  await writeFile(
    path.join(release, 'config.json'),
    JSON.stringify({ rights: { 'mfe-lab': { [api]: ['connect'] } } }),
  );
  const granted = await open('/lab');
  expect(granted.policy).toContain(api);
  expect(granted.html).not.toContain(api);
  await writeFile(
    path.join(release, 'config.json'),
    '{"rights":{"mfe-lab":{"graphql.example":[]}}}',
  );
  expect((await open('/lab')).policy).toContain(api);
  expect(reports.join()).toContain('“graphql.example” is neither “self” nor an origin');
});
