import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './workspace.ts';

interface Service {
  readonly networks?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly network_mode?: string;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly ports?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly privileged?: boolean;
}

const text = await readFile(path.join(root, 'deploy/compose.yaml'), 'utf8');
const file = parse(text, { merge: true });
const services: Readonly<Record<string, Service>> = file.services;
const networksOf = ({ networks = ['default'], network_mode }: Service): readonly string[] => {
  if (network_mode === 'none') return [];
  return Array.isArray(networks) ? networks : Object.keys(networks);
};

test.each(Object.entries(services))(
  '%s has no privileges and a read-only file system',
  (name, service) => {
    expect(service).toMatchObject({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      read_only: true,
    });
    expect(service.privileged).toBeUndefined();
    expect(service.cap_add ?? []).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : []);
    expect(service.tmpfs).toContain('/tmp');
  },
);

test('only the API reaches the database, and the code that renders pages reaches neither it nor the internet', () => {
  const members = Object.fromEntries(
    Object.entries(services).map(([name, service]) => [name, networksOf(service)]),
  );
  expect(members).toEqual({
    postgres: ['database'],
    'api-1': ['outside', 'shop', 'database'],
    'api-2': ['outside', 'shop', 'database'],
    publish: [],
    shop: ['shop'],
    proxy: ['outside', 'shop'],
  });
  expect(file.networks).toEqual({
    outside: null,
    shop: { internal: true },
    database: { internal: true },
  });
});

test('only the proxy is open to the machine’s network', () => {
  const open = Object.entries(services).filter(([, { ports = [] }]) => ports.length > 0);
  expect(open.map(([name]) => name)).toEqual(['proxy']);
});
