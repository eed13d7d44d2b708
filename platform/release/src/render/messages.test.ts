import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { createConversation } from './conversation.ts';
import { readMessages } from './messages.ts';

/** Starts a conversation with a process that has loaded its code. */
function openConversation() {
  const from = new PassThrough();
  const [send, end, refuse] = [vi.fn(), vi.fn(), vi.fn()];
  const conversation = createConversation({ send, end });
  readMessages(from, conversation.receive, refuse);
  const say = (...messages: object[]) =>
    from.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  conversation.load({ code: '', file: '' });
  say({ kind: 'busy' }, { kind: 'loaded' }, { kind: 'idle' });
  const render = () =>
    conversation.render({
      request: { module: './Home', path: '/', address: '/' },
      surroundings: { remotes: [], configuration: {} },
      api: async () => Response.json({}),
    });
  return { conversation, from, say, send, end, refuse, render };
}

test.each([
  'null',
  '',
  '{',
  '[]',
  '7',
  '{}',
  '{"kind":"toString"}',
  '{"kind":"__proto__"}',
  '{"kind":"rendered"}',
  '{"kind":"rendered","id":"1"}',
  '{"kind":"failed","id":1}',
  '{"kind":"failed","id":1,"reason":{}}',
  '{"kind":"call","id":1,"call":1,"path":7}',
  '{"cmd":"loaded"}',
])('the line %j ends the conversation and throws nothing', async (line) => {
  const { from, refuse, render } = openConversation();
  render().catch(() => undefined);
  from.write(`${line}\n{"kind":"busy"}\n`);
  await vi.waitFor(() => expect(refuse).toHaveBeenCalledOnce());
  expect(from.destroyed).toBe(true);
});

test.each([
  [
    'a second answer for a page',
    [
      { kind: 'rendered', id: 1 },
      { kind: 'rendered', id: 1 },
    ],
  ],
  ['an answer for no page', [{ kind: 'failed', id: 2, reason: '' }]],
  ['a call for no page', [{ kind: 'call', id: 2, call: 1, path: '/' }]],
  ['work that no one asked for', [{ kind: 'busy' }, { kind: 'idle' }, { kind: 'busy' }]],
  ['the end of no work', [{ kind: 'idle' }]],
  ['code that is loaded again', [{ kind: 'loaded' }]],
])('a process that sends %s ends the conversation', async (_what, messages) => {
  const { say, refuse, render } = openConversation();
  render().catch(() => undefined);
  say(...messages);
  await vi.waitFor(() => expect(refuse).toHaveBeenCalledOnce());
});

test('a line that never ends ends the conversation', async () => {
  const { from, refuse } = openConversation();
  const piece = 'x'.repeat(1_000_000);
  for (let count = 0; count < 21; count += 1) from.write(piece);
  await vi.waitFor(() => expect(refuse).toHaveBeenCalledOnce());
});

test.each([
  ['no page', 'a page'],
  ['a page without its seed', { html: '' }],
  ['HTML of 6 million letters', { html: 'x'.repeat(6_000_000), seed: '' }],
])('%s makes the page fail, and nothing else', async (_what, page) => {
  const { say, refuse, render } = openConversation();
  const rendered = render();
  say({ kind: 'rendered', id: 1, page });
  await expect(rendered).rejects.toThrow('its renderer returned no page');
  expect(refuse).not.toHaveBeenCalled();
});

test('messages arrive in any pieces', async () => {
  const { from, render } = openConversation();
  const rendered = render();
  const page = { html: 'ΝΊΚΟΣ', seed: '{}' };
  const bytes = Buffer.from(`${JSON.stringify({ kind: 'rendered', id: 1, page })}\n`);
  for (const byte of bytes) from.write(Buffer.from([byte]));
  expect(await rendered).toEqual(page);
});

test('a reason is one short line of the log', async () => {
  const { say, render } = openConversation();
  const rendered = render();
  say({ kind: 'failed', id: 1, reason: `no\r\n\u001b[2Kshirts${'!'.repeat(1000)}` });
  await expect(rendered).rejects.toThrow(/^no \[2Kshirts!{480,495}$/);
});

const hole = { remote: 'mfe-offers', slot: 'below', props: '{}', start: 1, end: 2 };

test.each<[string, unknown]>([
  ['beyond the HTML', [{ ...hole, end: 5 }]],
  ['that end before they start', [{ ...hole, start: 2, end: 1 }]],
  ['before the HTML', [{ ...hole, start: -1 }]],
  ['in another order', [{ ...hole, start: 2, end: 3 }, hole]],
  ['that overlap', [hole, hole]],
  ['between characters', [{ ...hole, end: 1.5 }]],
  ['of no remote', [{ ...hole, remote: 7 }]],
  ['without number', Array.from({ length: 51 }, () => ({ ...hole, end: 1 }))],
  ['that are no list', hole],
])('a page with holes %s is none', async (_which, holes) => {
  const { say, render } = openConversation();
  const rendered = render();
  say({ kind: 'busy' }, { kind: 'rendered', id: 1, page: { html: 'abcd', seed: '{}', holes } });
  await expect(rendered).rejects.toThrow('its renderer returned no page');
});

test('a page keeps its holes', async () => {
  const { say, render } = openConversation();
  const rendered = render();
  const page = { html: 'abcd', seed: '{}', holes: [hole, { ...hole, start: 2, end: 4 }] };
  say({ kind: 'busy' }, { kind: 'rendered', id: 1, page });
  expect(await rendered).toEqual(page);
});
