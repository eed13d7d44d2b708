import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './workspace.ts';

const { packages } = parse(readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8')) as {
  packages: object;
};

// pnpm may drop the other systems' packages when it resolves a change on this one.
test('packages with a program for Linux have one for macOS and Windows too', () => {
  const names = Object.keys(packages);
  const lacking = names.filter((name) => {
    const [, before = '', after = ''] = /^(.*)linux-x64(?:-gnu)?(@.*)$/.exec(name) ?? [];
    const systems = ['darwin-arm64', 'darwin-x64', 'win32-x64'];
    return (
      after !== '' &&
      !systems.every((system) =>
        names.some((other) => other.startsWith(before + system) && other.endsWith(after)),
      )
    );
  });
  expect(lacking).toEqual([]);
});
