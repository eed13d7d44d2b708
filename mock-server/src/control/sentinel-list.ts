/** Input that makes the mock fail, respond slowly or have no products, to see how the shop copes. */
export interface Sentinel {
  /** Text to type; <call> stands for the name of an endpoint. */
  readonly input: string;
  readonly where: string;
  readonly effect: string;
}

const email = 'Email at login, with any password';
const query = 'Page’s address, as ?mock=…, several with commas';

export const sentinels: readonly Sentinel[] = [
  {
    input: 'fail-500@patchwork.example',
    where: 'Email at login or signup, with any password',
    effect: 'The call fails with 500.',
  },
  {
    input: 'expired@patchwork.example',
    where: email,
    effect: 'Logs in with a token that has expired: protected calls fail with 401.',
  },
  {
    input: 'unknown@patchwork.example',
    where: email,
    effect: 'Logs in as a user who does not exist: protected calls fail with 404.',
  },
  {
    input: 'fail-500',
    where: 'Product id, as in the address of a product’s page',
    effect: 'The call fails with 500.',
  },
  { input: 'fail:<call>', where: query, effect: 'Every call of that name fails with 500.' },
  {
    input: 'fail-once:<call>',
    where: query,
    effect: 'The first call of that name fails with 500.',
  },
  {
    input: 'empty',
    where: query,
    effect: 'The shop has no products, whatever the table holds.',
  },
  { input: 'slow', where: query, effect: 'Responses take three seconds at first.' },
];
