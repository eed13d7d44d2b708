const tools = [
  { id: 1, name: 'Drill', holder: 'Ines' },
  { id: 2, name: 'Ladder', holder: '' },
];

/** Answers the pages' calls in this page, as a server would: POST lends a tool, or takes it back. */
export function startMock(): void {
  const { fetch } = window;
  window.fetch = async (address, options) => {
    const [, kind, id] = String(address).split(/\/api\/|\//);
    if (kind !== 'tools' && kind !== 'members') return fetch(address, options);
    const tool = tools.find((each) => each.id === Number(id));
    if (tool && options?.method === 'POST') tool.holder = tool.holder ? '' : 'Tom';
    return Response.json(kind === 'members' ? ['Ines', 'Tom'] : tools);
  };
}
