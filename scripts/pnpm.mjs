#!/usr/bin/env node
/*
 * Runs the pnpm that package.json pins. `npx --yes pnpm …` in this folder starts this program, because npx prefers a
 * command of the package around it to the registry's newest package of that name. It runs before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const manifest = readFileSync(path.join(root, 'package.json'), 'utf8');
const [pinned] = JSON.parse(manifest).packageManager.split('+');
const shell = process.platform === 'win32';

/** Installs pnpm into a folder, completely or not at all. */
function install(folder) {
  mkdirSync(path.dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  const args = [
    'install',
    '--prefix',
    unfinished,
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    pinned,
  ];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], shell });
  try {
    if (status === 0 && !existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  if (existsSync(folder)) return;
  console.error(`${pinned} could not be installed from the registry, see above`);
  process.exit(1);
}

const folder = path.join(root, '.pnpm', pinned);
if (!existsSync(folder)) install(folder);

const pnpm = path.join(folder, 'node_modules/.bin/pnpm');
const child = spawn(pnpm, process.argv.slice(2), { stdio: 'inherit', shell });
// Ctrl-C reaches the child, too: this process waits for it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
