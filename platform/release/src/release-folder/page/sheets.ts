import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { PublishedRemote } from '@patchwork/host';
import { integrityOf } from '../integrity.ts';
import { folderOfBuild } from '../layout.ts';

/** Style sheet of a remote's module, as it stands in a page's HTML. */
export interface PageSheet {
  /** Address of its file: '/remotes/mfe-catalog/1.0.0/static/css/async/home.css'. */
  readonly address: string;
  readonly text: string;
}

/** Matches what may be an address: in `url(…)`, or in quotation marks, as in `image-set("a.png" 1x)`. */
const mayBeAddress = /(?<=url\()[^"'()\s]+(?=\))|(?<=")[^"]+(?=")|(?<=')[^']+(?=')/g;

/** Longest name of a file that most file systems have; asking for a longer one, such as a data URL, is an error. */
const LONGEST_NAME = 255;

const isFile = (file: string): boolean =>
  statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/**
 * Changes a sheet's addresses, which are relative to its file, to those of the version's files: in a page they would be
 * relative to the page. No other text is the name of a file. Nothing in the sheet can end the element that holds it.
 */
const inPage = (css: string, file: string, folder: string, base: string): string =>
  css
    .replaceAll(mayBeAddress, (text) => {
      const [name = ''] = text.split(/[?#]/, 1);
      if (name === '' || name.length > LONGEST_NAME || name.startsWith('/')) return text;
      const target = path.posix.join(path.posix.dirname(file), name);
      return isFile(path.join(folder, target))
        ? `${base}/${target}${text.slice(name.length)}`
        : text;
    })
    .replaceAll('</', '<\\/');

/**
 * Reads the style sheets of a module of a version on this server. Returns undefined if one is missing or has another
 * hash than the release states: a browser would refuse the file.
 */
export function sheetsOfModule(
  release: string,
  remote: PublishedRemote,
  module: string,
): PageSheet[] | undefined {
  const { entry, files, integrity } = remote;
  const folder = folderOfBuild(release, remote);
  const base = path.posix.dirname(entry);
  const sheets: PageSheet[] = [];
  for (const file of (files[module] ?? []).filter((each) => each.endsWith('.css'))) {
    const source = path.join(folder, file);
    const content = isFile(source) && readFileSync(source);
    if (!content || integrityOf(content) !== integrity[file]) return undefined;
    const text = inPage(content.toString(), file, folder, base);
    sheets.push({ address: `${base}/${file}`, text });
  }
  return sheets;
}
