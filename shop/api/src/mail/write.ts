export type Block =
  | { readonly type: 'text' | 'note'; readonly text: string }
  | { readonly type: 'link'; readonly label: string; readonly url: string }
  | { readonly type: 'table'; readonly rows: readonly Row[]; readonly sum?: Row }
  | { readonly type: 'facts'; readonly title: string; readonly lines: readonly string[] };

interface Row {
  readonly name: string;
  readonly value: string;
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
    case 'note':
      return block.text;
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'table':
      return [...block.rows, ...(block.sum ? [block.sum] : [])]
        .map(({ name, value }) => `${name}: ${value}`)
        .join('\n');
    case 'facts':
      return [`${block.title}:`, ...block.lines].join('\n');
  }
}

/** Formats a mail as plain text. */
export const writeText = (heading: string, blocks: readonly Block[], shopUrl: string): string =>
  `${[heading, ...blocks.map(blockText), `Patchwork\n${shopUrl}`].join('\n\n')}\n`;

/** Text that already is HTML. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

function toHtml(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
  return value instanceof Html ? value.text : value.map(toHtml).join('');
}

/** Tagged template for HTML. Escapes values that are not HTML themselves. */
const html = (
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
) => new Html(parts.map((part, index) => part + toHtml(values[index] ?? '')).join(''));

/*
 * Mail clients support tables and style attributes. Some remove style sheets, and with them the dark theme. Colours and
 * fonts are those of shop/ui/src/tokens.css; a font is only used where it is installed.
 */

const css = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .paper { background: #14172e !important; }
    .surface { background: #1d2140 !important; }
    .ink { color: #f4ecdb !important; }
    .soft { color: #b8b5c9 !important; }
    .line { border-color: #373b60 !important; }
    .seam { border-color: #f4ecdb !important; }
    .button { background: #efab3c !important; color: #1a1d3a !important; }
  }
  @media (max-width: 480px) {
    .part { padding-left: 20px !important; padding-right: 20px !important; }
  }`;

const display = "font-family:Fraunces,Georgia,'Times New Roman',serif;color:#20244c;";
const body = "font-family:'Hanken Grotesk','Helvetica Neue',Arial,sans-serif;color:#20244c;";
const plain = `${body}margin:0 0 24px;font-size:16px;line-height:26px;`;
const small = `${body}color:#565a7c;font-size:14px;line-height:22px;`;
const cell = `${body}padding:12px 0;font-size:16px;line-height:24px;vertical-align:top;border-top:1px solid #d9ccb1;`;
const figure =
  'text-align:right;white-space:nowrap;padding-left:16px;font-variant-numeric:tabular-nums;';

function rowHtml({ name, value }: Row, weight: string): Html {
  return html`<tr>
<td class="ink line" style="${`${cell}${weight}`}">${name}</td>
<td class="ink line" style="${`${cell}${figure}${weight}`}">${value}</td>
</tr>`;
}

function blockHtml(block: Block): Html {
  switch (block.type) {
    case 'text':
      return html`<p class="ink" style="${plain}">${block.text}</p>`;
    case 'note':
      return html`<p class="soft" style="${`${small}margin:0 0 24px;`}">${block.text}</p>`;
    case 'link':
      return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px;"><tr>
<td class="button" style="background:#e9a028;border-radius:4px;">
<a class="button" href="${block.url}" style="${`${body}display:inline-block;padding:11px 24px;border-radius:4px;background:#e9a028;font-size:16px;line-height:24px;font-weight:600;text-decoration:none;`}">${block.label}</a>
</td></tr></table>`;
    case 'table':
      return html`<table cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 24px;">
${block.rows.map((row) => rowHtml(row, ''))}${block.sum ? rowHtml(block.sum, 'font-weight:700;') : ''}
</table>`;
    case 'facts':
      return html`<h2 class="soft" style="${`${small}margin:0 0 4px;font-weight:400;`}">${block.title}</h2>
<p class="ink" style="${plain}">${block.lines.map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))}</p>`;
  }
}

interface Page {
  readonly subject: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
  readonly shopUrl: string;
}

export const writeHtml = ({ subject, heading, blocks, shopUrl }: Page): string =>
  html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${new Html(css)}
</style>
</head>
<body class="paper" style="margin:0;background:#f7f1e6;">
<table role="presentation" class="paper" cellpadding="0" cellspacing="0" width="100%" style="background:#f7f1e6;"><tr>
<td align="center" style="padding:24px 12px;">
<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="max-width:600px;text-align:left;">
<tr><td class="part seam" style="padding:8px 40px 20px;border-bottom:2px dashed #20244c;">
<a class="ink" href="${shopUrl}" style="${`${display}font-size:26px;line-height:32px;letter-spacing:-0.02em;text-decoration:none;`}">Patchwork</a>
</td></tr>
<tr><td class="part surface" style="padding:36px 40px 16px;background:#fdf9f1;">
<h1 class="ink" style="${`${display}margin:0 0 20px;font-size:28px;line-height:34px;font-weight:500;`}">${heading}</h1>
${blocks.map(blockHtml)}
</td></tr>
<tr><td class="part soft seam" style="${`${small}padding:20px 40px 8px;border-top:2px dashed #20244c;`}">
Patchwork. Sewn from independent pieces.<br>
<a class="soft" href="${shopUrl}" style="${small}">${shopUrl.replace(/^https?:\/\//, '')}</a>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.text;
