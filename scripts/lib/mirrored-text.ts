import { parseRegistry, type Registry } from '@patchwork/federation';
import { defaultConfig } from './workspace.ts';

type Adjust = (releases: Registry) => Registry;
type Change = (text: string, adjust: Adjust) => string;

const changeRegistry: Change = (text, adjust) =>
  JSON.stringify(adjust(parseRegistry(JSON.parse(text)).registry));

/** Who develops may look inside, whatever the shop allows its visitors. */
const changeConfig: Change = (text) => JSON.stringify({ ...defaultConfig, ...JSON.parse(text) });

/** Changes a document that was stitched into a page. Stitched, it holds no "<". */
const restitch = (html: string, id: string, change: (text: string) => string): string =>
  html.replace(
    new RegExp(`(<script type="application/json" id="${id}">)([^<]*)`),
    (_whole, start: string, text: string) => start + change(text).replaceAll('<', '\\u003c'),
  );

const changePage: Change = (html, adjust) => {
  const page = restitch(html, 'patchwork-registry', (text) => changeRegistry(text, adjust));
  return restitch(page, 'patchwork-config', (text) => changeConfig(text, adjust));
};

const documents: Readonly<Record<string, Change | undefined>> = {
  '/registry.json': changeRegistry,
  '/config.json': changeConfig,
};

/** How a mirror changes what a shop answers; undefined for what it passes on as it is. */
export const mirroredText = (url: string | undefined, type: string | null): Change | undefined =>
  type?.startsWith('text/html') ? changePage : documents[url ?? ''];
