import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { browserRegistry, parseRegistry, type Registry } from '@patchwork/federation';
import { registryFile } from '../folder/registry-document.ts';
import { renderPage } from '../folder/render-page.ts';
import { folderOfShell } from '../folder/shell-folder.ts';
import { freshFile } from './fresh-file.ts';

/** The documents that are read anew when they change, as texts ready to be sent. */
export interface Documents {
  /** The shop's page; undefined while the release holds no shell. */
  page(): string | undefined;
  registry(): string;
  config(): string;
}

interface DocumentsOptions {
  readonly release: string;
  /** The runtime configuration of a release that holds no config.json. */
  readonly defaultConfig: object;
  readonly report: (message: string) => void;
}

function missing(): never {
  throw new Error('missing');
}

/** The answer to the same question, kept until the question changes. */
function remember<T>(compute: () => T, keyOf: () => string): () => T {
  let kept: { key: string; value: T } | undefined;
  return () => {
    const key = keyOf();
    if (kept?.key !== key) kept = { key, value: compute() };
    return kept.value;
  };
}

/** A registry and the template of the shell that it names: one is of no use without the other. */
interface Shop {
  readonly releases: Registry;
  readonly template: string | undefined;
}

/** The named shell's template; the page as it was stitched last where the registry names none. */
function readTemplate(release: string, { shell }: Pick<Registry, 'shell'>): string | undefined {
  const folder = shell ? folderOfShell(release, shell.version) : release;
  const file = path.join(folder, 'index.html');
  return shell || existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

export function createDocuments(options: DocumentsOptions): Documents {
  const { release, defaultConfig, report } = options;
  const reportKept = (message: string) => report(`${message}. The last good one stays in use`);
  const shop = freshFile<Shop>({
    file: registryFile(release),
    parse(text) {
      const { registry: releases, problems } = parseRegistry(JSON.parse(text));
      const template = readTemplate(release, releases);
      for (const problem of problems) report(`registry.json: left out ${problem}`);
      return { releases, template };
    },
    absent: missing,
    initial: { releases: { format: 2, remotes: [] }, template: readTemplate(release, {}) },
    report: reportKept,
  });
  const config = freshFile<unknown>({
    file: path.join(release, 'config.json'),
    parse: (text) => JSON.parse(text),
    absent: () => defaultConfig,
    initial: defaultConfig,
    report: reportKept,
  });
  const revisions = () => [shop, config].map((file) => file().revision).join();
  const page = remember(() => {
    const { releases, template } = shop().value;
    return template && renderPage(template, browserRegistry(releases), config().value);
  }, revisions);
  return {
    page,
    registry: () => JSON.stringify(shop().value.releases),
    config: () => JSON.stringify(config().value),
  };
}
