import { expect, test } from 'vitest';
import { describeTransfer, type FileTiming, folderOf } from './transfer.ts';

const folder = folderOf('/remotes/mfe-catalog/1.2.0/remoteEntry.js', 'https://shop.example/cart');

const file = (name: string, transferSize: number, decodedBodySize: number): FileTiming => ({
  name,
  startTime: 0,
  responseEnd: 20,
  transferSize,
  decodedBodySize,
});

test('the files of a remote are in the folder of its entry', () => {
  expect(folder).toBe('https://shop.example/remotes/mfe-catalog/1.2.0/');
  expect(folderOf('http://localhost:3001/remoteEntry.js', 'https://shop.example/')).toBe(
    'http://localhost:3001/',
  );
});

test('only files in the folder count', () => {
  const timings = [
    file(`${folder}remoteEntry.js`, 3000, 9000),
    file(`${folder}static/home.js`, 2000, 7000),
    file('https://shop.example/remotes/mfe-catalog/1.1.0/remoteEntry.js', 500, 900),
  ];
  expect(describeTransfer(timings, folder)).toBe('5 kB (2 files)');
});

test('a file with a body and no transfer came from the cache', () => {
  const timings = [file(`${folder}remoteEntry.js`, 0, 9000)];
  expect(describeTransfer(timings, folder)).toBe('from cache (1 file)');
});

test('a server that hides its sizes is not mistaken for the cache', () => {
  const hidden = file(`${folder}remoteEntry.js`, 0, 0);
  expect(describeTransfer([hidden], folder)).toBe('hidden by the other origin (1 file)');
  const timings = [hidden, file(`${folder}static/home.js`, 2000, 7000)];
  expect(describeTransfer(timings, folder)).toBe('2 kB (2 files, 1 of them hidden)');
});

test('no file was fetched yet', () => {
  expect(describeTransfer([], folder)).toBe('nothing');
});
