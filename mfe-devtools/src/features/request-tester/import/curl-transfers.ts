import { type CurlOption, findOption, whyLost } from './curl-options.ts';
import { isHost } from './curl-url.ts';
import type { Command } from './shell.ts';

interface Used {
  readonly name: string;
  readonly value: string;
}

/** Options and addresses of one transfer: --next begins another. */
export interface Transfer {
  readonly used: Used[];
  readonly urls: string[];
  readonly notes: string[];
  readonly stdin: string | undefined;
}

/** Options that `build` and its helpers read. All others are named. */
const known = new Set(
  `request header url data data-ascii data-raw data-binary data-urlencode json get head form form-string user
  oauth2-bearer user-agent referer range url-query upload-file globoff proto-default cookie next digest ntlm
  negotiate anyauth aws-sigv4`.split(/\s+/),
);

/** Splits the words of a command into options and addresses, as curl does: '-sSL', '-XPOST', '-X POST'. */
export function readTransfers({ words, stdin }: Command): readonly Transfer[] {
  const transfers: Transfer[] = [];
  const begin = () => transfers.push({ used: [], urls: [], notes: [], stdin });
  begin();
  const rest = [...words];
  let isAfterUnknown = false;
  let onlyUrls = false;
  const use = (typed: string, option: CurlOption, value: string): void => {
    const transfer = transfers.at(-1);
    if (option.name === 'next') begin();
    else if (option.name === 'url') transfer?.urls.push(value);
    else transfer?.used.push({ name: option.name, value });
    const reason = known.has(option.name) ? undefined : whyLost(option.name);
    if (reason) transfer?.notes.push(`${typed}: ${reason}`);
  };
  const nameUnknown = (typed: string): void => {
    transfers.at(-1)?.notes.push(`${typed}: no option of curl`);
    isAfterUnknown = true;
  };
  function readLetters(word: string): void {
    for (let index = 1; index < word.length; index++) {
      const typed = `-${word[index]}`;
      const option = findOption(typed);
      if (option && !option.hasValue) {
        use(typed, option, '');
        continue;
      }
      if (option) use(typed, option, word.slice(index + 1) || (rest.shift() ?? ''));
      else nameUnknown(typed);
      break;
    }
  }
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const isOption = word.startsWith('-') && word !== '-' && !onlyUrls;
    const isValue = isAfterUnknown && !isOption && !word.includes('://') && rest.some(isAddress);
    isAfterUnknown = false;
    if (word === '--') onlyUrls = true;
    else if (isValue) transfers.at(-1)?.notes.push(`${word}: taken for the value of that option`);
    else if (!isOption) transfers.at(-1)?.urls.push(word);
    else if (word.startsWith('--')) {
      const typed = word.replace(/^--expand-/, '--');
      const option = findOption(typed);
      if (option) use(word, option, option.hasValue ? (rest.shift() ?? '') : '');
      else nameUnknown(word);
    } else readLetters(word);
  }
  return transfers;
}

export const isAddress = (word: string): boolean => word.includes('://') || isHost(word);

export const valuesOf = ({ used }: Transfer, ...names: string[]): string[] =>
  used.filter(({ name }) => names.includes(name)).map(({ value }) => value);

export const lastOf = (transfer: Transfer, name: string): string | undefined =>
  valuesOf(transfer, name).at(-1);

export const isSet = ({ used }: Transfer, ...names: string[]): boolean =>
  used
    .findLast(({ name }) => names.some((own) => name.replace(/^no-/, '') === own))
    ?.name.startsWith('no-') === false;
