import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { RefusedError } from '../errors.ts';
import { buildRemote, buildShell, filesIn, openPiece, writeFiles } from '../testing/release.ts';
import { importsInBuild } from './build-imports.ts';

const hash = (algorithm: string, text: string): string =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

const [chunk, style] = ['static/js/async/Later.1a2b3c.js', 'static/css/async/Later.4d5e6f.css'];
const [code, css] = ['const later = 1;'.repeat(50), '.mfe-catalog-later{}'];

/** A remote whose entry states the hashes of its chunks and style sheets, as rspack writes them. */
async function openStating() {
  const opened = await openPiece('mfe-catalog', async (piece) => {
    await buildRemote(piece);
    const dist = `${piece}/dist`;
    await writeFiles(dist, { [chunk]: code, [style]: css });
    const files = (await filesIn(dist)).filter((file) => /^static.*\.(?:js|css)$/.test(file));
    const texts = await Promise.all(files.map((file) => readFile(`${dist}/${file}`, 'utf8')));
    const hashes = texts.map((text, index) => `${index}:"${hash('sha384', text)}"`);
    const entry = `s.sriHashes={${hashes.slice(2)}},s.sriExtractCssHashes={${hashes.slice(0, 2)}};`;
    await writeFiles(dist, { 'remoteEntry.js': entry });
  });
  const failure = () => opened.publish().then(String, (error: unknown) => error);
  return { ...opened, failure };
}

test('a build whose files have the hashes that its entry states is published', async () => {
  const { publish } = await openStating();
  expect((await publish()).fresh).toBe(true);
});

test('a chunk that was cut after the build is named in a refusal, and nothing is published', async () => {
  const { piece, release, failure } = await openStating();
  await writeFiles(`${piece}/dist`, { [chunk]: code.slice(0, 300) });
  const refused = await failure();
  expect(refused).toBeInstanceOf(RefusedError);
  expect(refused).toMatchObject({
    refusals: [
      {
        severity: 'refusal',
        rule: 'files',
        file: chunk,
        ours: 'mfe-catalog',
        message: `${chunk} of mfe-catalog’s build was changed after the build: remoteEntry.js states another hash of it. Build it again`,
      },
    ],
  });
  expect(await filesIn(release)).toEqual([]);
});

test('a refusal names every file that was changed', async () => {
  const { piece, failure } = await openStating();
  await writeFiles(`${piece}/dist`, { [chunk]: '', [style]: '' });
  const refused = (await failure()) as RefusedError;
  expect(refused.refusals.map(({ file }) => file)).toEqual([style, chunk]);
});

test('a build without one of its chunks is refused', async () => {
  const { piece, failure } = await openStating();
  await rm(`${piece}/dist/${chunk}`);
  expect(String(await failure())).toContain(
    'remoteEntry.js of mfe-catalog’s build states the hash of a file that is missing',
  );
});

test('the files of a build that states no hashes are not compared', async () => {
  const { piece, publish } = await openStating();
  await writeFiles(`${piece}/dist`, { 'remoteEntry.js': 'container', [chunk]: 'anything' });
  expect((await publish()).fresh).toBe(true);
});

test('the scripts of a shell are compared with the hashes in its page, except scripts of another origin', async () => {
  const { piece, publish } = await openPiece('shell', async (folder) => {
    await buildShell(folder);
    const tag = `<script src="/static/js/index.1.js" integrity="${hash('sha256', code)}"></script>`;
    const foreign = `<script integrity="${hash('sha512', css)}" src="https://cdn.example/a.js"></script>`;
    await writeFiles(`${folder}/dist`, {
      'index.html': `<head><!-- patchwork:documents -->${foreign}${tag}</head>`,
      'static/js/index.1.js': code,
      'static/js/index.111.js': code,
    });
  });
  expect((await publish()).fresh).toBe(true);
  await writeFiles(`${piece}/dist`, {
    'static/js/index.1.js': 'cut',
    'static/js/index.111.js': 'cut',
  });
  await expect(publish()).rejects.toThrow(
    'static/js/index.1.js of shell’s build was changed after the build: index.html states another hash of it',
  );
});

const container = `var r={};r.consumesLoadingData={moduleIdToConsumeDataMapping:{
  NIM:{shareScope:"default",shareKey:"@patchwork/state",import:null},
  804:{shareScope:"default",shareKey:"react",import:null}}};`;

const read = (...scripts: string[]) =>
  importsInBuild(
    new Map([container, ...scripts].map((script, index) => [`${index}.js`, script] as const)),
  );

test('the names that a build imports from shared packages are read from its scripts, each with one script', () => {
  const chunk = `push([["a"],{bnj(e,t,c){
    let n=c("NIM"),o;o=c(804);
    t.Component=()=>[(0,n.useCart)(n.cartAtom),o.useState,c("NIM").toast]}}]);`;
  const other = 'push([["b"],{x(e,t,c){const{cartAtom:a,wishlistAtom:b}=c("NIM");t.x=[a,b]}}]);';
  expect(read(chunk, other)).toEqual({
    '@patchwork/state': {
      useCart: '1.js',
      cartAtom: '1.js',
      toast: '1.js',
      wishlistAtom: '2.js',
    },
    react: { useState: '1.js' },
  });
});

test('a variable of the same name in another function is another variable', () => {
  const chunk = `push([["a"],{bnj(e,t,c){var n=c("NIM");t.total=(list)=>list.map((n)=>n.price)},
    otD(e,t,c){var n=c("bnj");t.y=n.total}}]);`;
  expect(read(chunk)).toEqual({});
});

test('no imported names are found in scripts of another kind', () => {
  expect(
    importsInBuild(new Map([['remoteEntry.js', 'globalThis.mfe_x={get(){},init(){}}']])),
  ).toEqual({});
});
