import { mark } from '../folder/written-file.ts';
import type { HeaderFields } from './page-headers.ts';

const heading = `# ${mark} from registry.json and config.json: docs/security.md`;

const fullName = (name: string): string =>
  name.replace(/(?:^|-)\w/g, (letter) => letter.toUpperCase());

/**
 * For hosts that read headers from a file in the folder, such as Netlify and Cloudflare Pages. Their rules
 * add up, so what differs between a page and other files is left out.
 */
export function hostHeadersFile({
  'cross-origin-resource-policy': _differs,
  ...headers
}: HeaderFields): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${fullName(name)}: ${value}`);
  return `${[heading, '/*', ...lines].join('\n')}\n`;
}

/** For nginx: included where the page is sent. No value holds a double quote that is not escaped. */
export function nginxHeadersFile(headers: HeaderFields): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `add_header ${fullName(name)} "${value.replaceAll('"', '\\"')}" always;`,
  );
  return `${[heading, ...lines].join('\n')}\n`;
}
