import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { completeRegistry, parseRegistry, type Registry } from '@patchwork/federation';
import { replaceFile } from '../bytes/files.ts';
import { integrityOf, nameContent } from '../bytes/integrity.ts';
import { precompress } from '../bytes/precompress.ts';

/** The part of a registry that browsers load when its page does not have it. */
export interface CompleteRegistry {
  /** Its path in the release folder, with a hash of its content. */
  readonly file: string;
  /** Where pages load it from. */
  readonly address: string;
  readonly text: string;
  /** 'sha384-…' */
  readonly integrity: string;
}

export function describeComplete(registry: Registry): CompleteRegistry {
  const complete = completeRegistry(registry);
  const file = `static/registry.${nameContent(complete)}.json`;
  const text = JSON.stringify(complete);
  return { file, address: `/${file}`, text, integrity: integrityOf(Buffer.from(text)) };
}

/** Writes it where it is missing. The older ones stay for open pages: see prune. */
export async function writeComplete(release: string, registry: Registry): Promise<void> {
  const { file, text } = describeComplete(registry);
  const present = await readFile(path.join(release, file), 'utf8').catch(() => undefined);
  if (present !== text) await replaceFile(path.join(release, file), text);
  await precompress(release, [file]);
}

/** The complete registry of a page; the page's own where it can't be read. */
export async function readComplete(release: string, page: Registry): Promise<Registry> {
  try {
    const text = await readFile(path.join(release, page.complete ?? ''), 'utf8');
    return parseRegistry(JSON.parse(text), 'any').registry;
  } catch {
    return page;
  }
}
