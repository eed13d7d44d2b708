import { parseRegistry, type Registry } from '@patchwork/federation';
import { defaultConfig } from '../pieces.ts';

type Adjust = (registry: Registry) => Registry;
type Change = (text: string, adjust: Adjust) => string;

const changeRegistry: Change = (text, adjust) =>
  JSON.stringify(adjust(parseRegistry(JSON.parse(text), 'any').registry));

/** Where the remotes that an adjustment adds come from. */
const addedOrigins = (adjust: Adjust): string[] =>
  adjust({ format: 2, remotes: [] }).remotes.map(({ stable }) => new URL(stable.entry).origin);

/** Developers get devtools, whatever the shop allows its visitors. */
const changeConfig: Change = (text, adjust) => {
  const config = { ...defaultConfig, ...JSON.parse(text) };
  const remoteOrigins = [...(config.remoteOrigins ?? []), ...addedOrigins(adjust)];
  return JSON.stringify({ ...config, remoteOrigins });
};

/** Changes a document that is embedded in a page, where it has no "<". */
const changeEmbedded = (html: string, id: string, change: (text: string) => string): string =>
  html.replace(
    new RegExp(`(<script type="application/json" id="${id}">)([^<]*)`),
    (_whole, start: string, text: string) => start + change(text).replaceAll('<', '\\u003c'),
  );

const changePage: Change = (html, adjust) => {
  const page = changeEmbedded(html, 'patchwork-registry', (text) => changeRegistry(text, adjust));
  return changeEmbedded(page, 'patchwork-config', (text) => changeConfig(text, adjust));
};

const documents: Readonly<Record<string, Change | undefined>> = {
  '/registry.json': changeRegistry,
  '/config.json': changeConfig,
};

/** Changes a response of the shop for a mirror; undefined where it is passed on as it is. */
export const mirroredText = (url: string | undefined, type: string | null): Change | undefined =>
  type?.startsWith('text/html') ? changePage : documents[url ?? ''];
