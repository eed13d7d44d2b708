import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { foreignRulesInBuild } from '@patchwork/build/styles';
import type { Finding, RemoteVersion } from '../gate.ts';
import { nameOf } from '../words.ts';

/** As many rules of one file as a message shows. */
const SHOWN_RULES = 3;

/**
 * The style sheets of a remote match its own elements only, and are in its own cascade layer. Published
 * bytes are checked: a team may build with something else than our preset. What is missing is the
 * concern of the rule `files`.
 */
export async function checkStyles(remote: RemoteVersion): Promise<Finding[]> {
  const { release, folder } = remote;
  const ours = nameOf(remote);
  const sheets = Object.keys(release.integrity).filter((file) => file.endsWith('.css'));
  const refusals = await Promise.all(
    sheets.map(async (file): Promise<Finding[]> => {
      const css = await readFile(path.join(folder, file), 'utf8').catch(() => '');
      const rules = foreignRulesInBuild(css, release.id);
      return rules.slice(0, SHOWN_RULES).map(({ text, why }): Finding => {
        const message = `${file} of ${ours} has the rule “${text}”. ${why}`;
        return { severity: 'refusal', rule: 'styles', file, message, ours };
      });
    }),
  );
  return refusals.flat();
}
